import { expect, test } from 'vitest'
import { AUDIT_KINDS, auditKindOf, auditSubject } from './audit-kinds.ts'

test.each([
  ['clip', ['clip.hide', 'library.import', 'ingest.refused']],
  ['upload', ['upload.delete']],
  ['category', ['category.merge']],
  ['set', ['promotion.end', 'collection.create']],
  ['demand', ['wish.add', 'demand.hide']],
  [
    'member',
    ['member.note', 'grant', 'grant.ended', 'role.editor', 'session.end', 'factor.added', 'admin.create'],
  ],
  ['tester', ['tester.ended', 'tester_key.revoke']],
  ['payment', ['subscription.ended', 'billing.refund']],
  ['system', ['backup.made', '', 'unheard of']],
] as const)('acts of the kind %s are found by its filter: %j', (kind, actions) => {
  expect(AUDIT_KINDS).toContain(kind)
  for (const action of actions) expect(auditKindOf(action), action).toBe(kind)
})

test.each([
  ['promotion.end', { slug: 'kyoto', source: 7 }, 'promotion:kyoto'],
  ['collection.remove', { source: 7 }, 'clip:7'],
  ['category.rename', { category: 'night' }, 'category:night'],
  ['tester_key.revoke', { key: 3 }, 'tester_key:3'],
  ['tester_key.revoke', { key: 'abc' }, null],
  ['upload.delete', { key: 3 }, null],
  ['grant.ended', {}, null],
])('%s with %o is about %s', (action, detail, subject) => {
  expect(auditSubject(action, detail)).toBe(subject)
})
