import { get, post, put } from '../request.ts'
import { givenQuery } from './given-query.ts'
import type {
  GrantInput,
  MemberDetails,
  MemberFilter,
  MemberMailInput,
  MemberPage,
  MemberQuery,
  RoleInput,
} from './members.ts'

const ROOM = '/api/studio/members'
interface Id {
  id: number
}
const path = ({ id }: Id) => `${ROOM}/${id}`
const bodyOf = <Body>({ id: _, ...body }: Id & Body) => body

export const listMembers = get<Partial<MemberQuery>, MemberPage>((query) => `${ROOM}?${givenQuery(query)}`)
export const showMember = get<Id, MemberDetails>(path)

/** Needs a recent proof. */
export const grantMembership = put<Id & GrantInput, void>((to) => `${path(to)}/grant`, bodyOf)
/** Needs a recent proof. */
export const giveRole = put<Id & RoleInput, void>((to) => `${path(to)}/role`, bodyOf)
export const endMemberSessions = post<Id, void>((to) => `${path(to)}/sign-out`)
export const sendMemberMail = post<Id & MemberMailInput, void>((to) => `${path(to)}/mail`, bodyOf)

/** Answers CSV. Needs a recent proof. */
export const exportMembers = post<MemberFilter, string>(`${ROOM}/export`)
