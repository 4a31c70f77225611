import { Tiles } from '../tiles.jsx'

export const dynamic = 'force-dynamic'

export default function Page() {
  return <Tiles />
}
