import { useStore } from '@nanostores/react'
import { $auth } from '#stores/auth/auth.ts'
import type { AuthRecord } from '#stores/auth/auth-record.ts'

/** Who is signed in; nobody while the server's HTML is taken over, so that both agree. */
export function useAuth(): AuthRecord | undefined {
  return useStore($auth, { ssr: () => undefined })
}
