import { Tiles } from './tiles.jsx'

export default function Page() {
  return <Tiles />
}
