import type { Locale } from '../strings.ts'
import { testersJa } from './testers-ja.ts'

const testersEn = {
  spots: 'Spots',
  taken: (taken: number, total: number) => `${taken} of ${total} spots are taken`,
  spotsLead: 'A spot that was taken stays taken, also when the tester leaves.',
  keys: 'Keys',
  keysLead: 'Anybody with a key may become an early tester, until the spots are taken.',
  noKeys: 'There is no key yet. Make one and send its link to those you invite.',
  label: 'For whom, or where',
  labelHint: 'Only you see it.',
  count: 'How many',
  make: 'Make keys',
  busy: 'One moment…',
  made: (count: number) => (count === 1 ? 'The key is made.' : `${count} keys are made.`),
  key: 'Key',
  used: 'Used by',
  usedBy: (count: number) => (count === 1 ? '1 tester' : `${count} testers`),
  created: 'Made',
  state: 'State',
  inUse: 'in use',
  revokedOn: (day: string) => `revoked ${day}`,
  actions: 'Actions',
  copy: 'Copy link',
  copyJa: 'Copy Japanese link',
  copyOf: (label: string) => `Copy link: ${label}`,
  copyJaOf: (label: string) => `Copy Japanese link: ${label}`,
  copied: 'The link was copied.',
  copyFailed: 'Please copy this link:',
  revoke: 'Revoke',
  revokeOf: (label: string) => `Revoke: ${label}`,
  revokeTitle: (label: string) => `Revoke the key “${label}”?`,
  revokeLead: 'Nobody can join by it any more. Those who did stay testers.',
  keep: 'Keep it',
  revoked: 'The key is revoked.',
  revokedKeys: (count: number) => (count === 1 ? '1 revoked key' : `${count} revoked keys`),
  testers: 'Testers',
  noTesters: 'Nobody has joined yet.',
  tester: 'Tester',
  by: 'By the key',
  joined: 'Joined',
  ended: (day: string) => `ended ${day}`,
  active: 'active',
  unlabelled: 'without a label',
  problems: {
    labelMissing: 'Please say for whom it is.',
    labelTooLong: 'At most 100 letters, please.',
  } as Record<string, string>,
  badCount: 'Please choose a number from 1 to 100.',
  failed: 'That did not work. Please try again.',
}
export type TestersTexts = typeof testersEn

export function testersTexts(locale: Locale): TestersTexts {
  return locale === 'ja' ? testersJa : testersEn
}
