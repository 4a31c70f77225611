import { useState } from 'react'
import { ApiError } from '#contract/request.ts'
import type { MemberDetails } from '#contract/studio/members/members.ts'
import { deleteMember, suspendMember } from '#contract/studio/members/members-calls.ts'
import type { MembersTexts } from '#i18n/studio/members/en.ts'
import { membersTexts } from '#i18n/studio/members/texts.ts'
import { requestWithProof } from '#stores/auth/proof.ts'
import { pageLocale } from '#stores/page-locale.ts'
import { showToast } from '#stores/toasts.ts'
import { Field } from '../../auth/Field.tsx'
import { ActDialog } from '../ActDialog.tsx'
import { Select } from '../Select.tsx'

interface EndDialogProps {
  member: MemberDetails
  onClose: () => void
  onDone: () => void
}

const PAYMENTS = ['keep', 'cancel'] as const

/** Asks why a member is suspended, and what becomes of the payments. */
export function SuspendDialog({ member, onClose, onDone }: EndDialogProps) {
  const t = membersTexts(pageLocale())
  const [reason, setReason] = useState('')
  const [payments, setPayments] = useState<(typeof PAYMENTS)[number]>('keep')
  const isCharged = member.subscriptions.some(({ ended_at }) => ended_at === null)

  async function suspend() {
    if (reason.trim() === '') return t.reasonMissing
    return ended(() => requestWithProof(suspendMember, { id: member.id, suspension: { reason, payments } }), {
      t,
      done: t.suspendDone,
      onDone,
    })
  }

  return (
    <ActDialog
      title={t.suspendTitle(member.name)}
      texts={{ submit: t.suspendConfirm, busy: t.busy, cancel: t.cancel }}
      act={suspend}
      onClose={onClose}
    >
      {() => (
        <>
          <p>{t.suspendLead}</p>
          <Field
            name="reason"
            label={t.suspendReason}
            problem={undefined}
            input={{ value: reason, maxLength: 500, onChange: ({ target }) => setReason(target.value) }}
          />
          {isCharged && (
            <Select
              label={t.suspendPayments}
              value={payments}
              options={PAYMENTS.map((value) => ({ value, name: t.suspendPaymentsOf[value] }))}
              onChoose={setPayments}
            />
          )}
        </>
      )}
    </ActDialog>
  )
}

/** Asks for the e-mail address before an account is deleted. */
export function DeleteMemberDialog({ member, onClose, onDone }: EndDialogProps) {
  const t = membersTexts(pageLocale())
  const [typed, setTyped] = useState('')
  return (
    <ActDialog
      title={t.deleteTitle(member.name)}
      texts={{ submit: t.deleteConfirm, busy: t.busy, cancel: t.cancel }}
      act={() =>
        ended(() => requestWithProof(deleteMember, { id: member.id, typed }), {
          t,
          done: t.deleteDone,
          onDone,
        })
      }
      onClose={onClose}
    >
      {() => (
        <>
          <p>{t.deleteLead}</p>
          <Field
            name="typed"
            label={t.deleteTyped(member.email)}
            problem={undefined}
            input={{
              value: typed,
              autoComplete: 'off',
              spellCheck: false,
              onChange: ({ target }) => setTyped(target.value),
            }}
          />
        </>
      )}
    </ActDialog>
  )
}

async function ended(
  act: () => Promise<unknown>,
  { t, done, onDone }: { t: MembersTexts; done: string; onDone: () => void },
): Promise<string | undefined> {
  try {
    await act()
    showToast({ kind: 'success', text: done })
    onDone()
    return undefined
  } catch (error) {
    console.warn('A member could not be changed', error)
    const status = error instanceof ApiError ? error.answer.status : ''
    if (status === 'TYPED_WRONG') return t.deleteWrong
    // The proof's dialog was closed.
    return error instanceof ApiError && error.status === 403 ? '' : t.failed
  }
}
