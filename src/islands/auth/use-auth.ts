import { useStore } from '@nanostores/react'
import { $auth } from '#stores/auth/auth.ts'
import type { AuthRecord } from '#stores/auth/auth-record.ts'

/** The signed-in person; undefined during hydration, to match the server's HTML. */
export function useAuth(): AuthRecord | undefined {
  return useStore($auth, { ssr: () => undefined })
}
