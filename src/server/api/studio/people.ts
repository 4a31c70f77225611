import { AppError } from '#contract/errors.ts'
import type * as logCalls from '#contract/studio/log-calls.ts'
import type * as memberCalls from '#contract/studio/members-calls.ts'
import type * as testerCalls from '#contract/studio/testers-calls.ts'
import { exportLog, listLog } from '#server/audit-log/list-log.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'
import { exportMembers } from '#server/members/export-members.ts'
import { grantMembership } from '#server/members/grant-membership.ts'
import { listMembers } from '#server/members/list-members.ts'
import {
  endSessionsOfMember,
  giveRole,
  sendMemberPasswordMail,
  sendMemberVerification,
} from '#server/members/member-acts.ts'
import { showMember } from '#server/members/show-member.ts'
import { makeTesterKeys, revokeTesterKey, testerRoom } from '#server/testers/tester-keys.ts'

export const log: Handlers<typeof logCalls> = {
  listLog: ({ deps }, query) => listLog(deps, query),
  exportLog: ({ deps, member }, filter) => exportLog(deps, member, filter),
}

const SENDS = { password: sendMemberPasswordMail, verification: sendMemberVerification }

export const members: Handlers<typeof memberCalls> = {
  listMembers: ({ deps }, query) => listMembers(deps, query),
  async showMember({ deps }, { id }) {
    const member = await showMember(deps, id)
    if (!member) throw new AppError('notFound')
    return member
  },
  async grantMembership({ deps, member: actor }, { id, membership, until }) {
    const grant = { membership, ...(until && { until: new Date(until) }) }
    if (!(await grantMembership(deps, { id, actor }, grant))) throw new AppError('notFound')
  },
  giveRole: ({ deps, member: actor }, { id, role }) => giveRole(deps, { id, actor }, role),
  endMemberSessions: ({ deps, member: actor }, { id }) => endSessionsOfMember(deps, { id, actor }),
  sendMemberMail: ({ deps, member: actor }, { id, mail }) => SENDS[mail](deps, { id, actor }),
  exportMembers: ({ deps, member }, filter) => exportMembers(deps, member, filter),
}

export const studioTesters: Handlers<typeof testerCalls> = {
  testerRoom: ({ deps }) => testerRoom(deps),
  async makeTesterKeys({ deps, member: by }, input) {
    await makeTesterKeys(deps, { ...input, by })
  },
  async revokeTesterKey({ deps, member }, { id }) {
    if (!(await revokeTesterKey(deps, id, member))) throw new AppError('notFound')
  },
}
