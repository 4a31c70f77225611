import { admin } from '../../call.ts'
import {
  GrantInput,
  MemberDeletion,
  MemberDetails,
  MemberFilter,
  MemberMailInput,
  MemberPage,
  MemberPath,
  MemberQuery,
  RoleInput,
  SuspensionInput,
} from './members.ts'

export const listMembers = admin.get('/api/studio/members', {
  does: 'Accounts that match the filters.',
  example: { q: 'aoi' },
  query: MemberQuery,
  answer: MemberPage,
})

export const showMember = admin.get('/api/studio/members/{id}', {
  does: 'One account, with the grounds of its membership.',
  example: { id: 2 },
  params: MemberPath,
  answer: MemberDetails,
  errors: ['notFound'],
})

export const grantMembership = admin.put('/api/studio/members/{id}/grant', {
  does: 'Grants a membership, or revokes the grant.',
  example: { id: 2, membership: 'pro', until: '2030-01-01T00:00:00.000Z' },
  proof: 'any',
  params: MemberPath,
  body: GrantInput,
  errors: ['notFound'],
})

export const giveRole = admin.put('/api/studio/members/{id}/role', {
  does: 'Gives a role, or takes it.',
  example: { id: 2, role: 'editor' },
  proof: 'any',
  params: MemberPath,
  body: RoleInput,
  errors: ['notFound', 'forbidden'],
})

export const suspendMember = admin.put('/api/studio/members/{id}/suspension', {
  does: 'Suspends an account, which cannot sign in then, or ends that.',
  example: { id: 2, suspension: { reason: 'Shares the password.', payments: 'keep' } },
  proof: 'any',
  params: MemberPath,
  body: SuspensionInput,
  errors: ['notFound', 'forbidden', 'paymentsOff', 'paymentFailed'],
  within: 'chargingAnswer',
})

export const deleteMember = admin.del('/api/studio/members/{id}', {
  does: 'Deletes an account as its member could; its e-mail address confirms it.',
  example: { id: 3, typed: 'ren@example.com' },
  proof: 'any',
  params: MemberPath,
  body: MemberDeletion,
  errors: ['notFound', 'forbidden', 'typedWrong'],
})

export const endMemberSessions = admin.post('/api/studio/members/{id}/sign-out', {
  does: 'Ends all sessions of an account.',
  example: { id: 2 },
  params: MemberPath,
  errors: ['notFound'],
})

export const sendMemberMail = admin.post('/api/studio/members/{id}/mail', {
  does: 'Mails a member a link that sets a password or confirms the address.',
  example: { id: 2, mail: 'password' },
  params: MemberPath,
  body: MemberMailInput,
  errors: ['notFound'],
})

export const exportMembers = admin.post('/api/studio/members/export', {
  does: 'Accounts that match the filters, as a table.',
  example: { q: 'aoi' },
  proof: 'any',
  body: MemberFilter,
  file: { type: 'text/csv; charset=utf-8', name: 'members.csv' },
})
