import { get, post, put } from '../call.ts'
import {
  GrantInput,
  MemberDetails,
  MemberFilter,
  MemberMailInput,
  MemberPage,
  MemberPath,
  MemberQuery,
  RoleInput,
} from './members.ts'

export const listMembers = get('/api/studio/members', {
  does: 'Accounts that match the filters.',
  may: 'admin',
  query: MemberQuery,
  answer: MemberPage,
})

export const showMember = get('/api/studio/members/{id}', {
  does: 'One account, with the grounds of its membership.',
  may: 'admin',
  params: MemberPath,
  answer: MemberDetails,
  errors: ['notFound'],
})

export const grantMembership = put('/api/studio/members/{id}/grant', {
  does: 'Grants a membership, or revokes the grant.',
  may: 'admin',
  proof: 'any',
  params: MemberPath,
  body: GrantInput,
  errors: ['notFound'],
})

export const giveRole = put('/api/studio/members/{id}/role', {
  does: 'Gives a role, or takes it.',
  may: 'admin',
  proof: 'any',
  params: MemberPath,
  body: RoleInput,
  errors: ['notFound', 'forbidden'],
})

export const endMemberSessions = post('/api/studio/members/{id}/sign-out', {
  does: 'Ends all sessions of an account.',
  may: 'admin',
  params: MemberPath,
  errors: ['notFound'],
})

export const sendMemberMail = post('/api/studio/members/{id}/mail', {
  does: 'Mails a member a link that sets a password or confirms the address.',
  may: 'admin',
  params: MemberPath,
  body: MemberMailInput,
  errors: ['notFound'],
})

export const exportMembers = post('/api/studio/members/export', {
  does: 'Accounts that match the filters, as a table.',
  may: 'admin',
  proof: 'any',
  body: MemberFilter,
  file: { type: 'text/csv; charset=utf-8', name: 'members.csv' },
})
