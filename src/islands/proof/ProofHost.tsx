import { useStore } from '@nanostores/react'
import { $proofRequest } from '#stores/auth/proof.ts'
import { lateDialog } from '../account/late-dialog.tsx'
import { loadStyles } from '../auth/load-styles.ts'
import dialogStyles from '../auth/sign-in.css?url'

const ProofDialog = lateDialog(async () => {
  const [{ ProofDialog }] = await Promise.all([import('./ProofDialog.tsx'), loadStyles(dialogStyles)])
  return ProofDialog
})

/** The dialog of `requestWithProof`; a page has one. */
export function ProofHost() {
  const asked = useStore($proofRequest)
  if (!asked) return null
  return (
    <ProofDialog
      wanted={asked.wanted}
      onProved={() => asked.settle(true)}
      onClose={() => asked.settle(false)}
    />
  )
}
