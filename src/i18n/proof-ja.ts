import type { ProofTexts } from './proof-texts.ts'

export const proofJa: ProofTexts = {
  title: 'ご本人確認',
  lead: {
    password: 'もう一度パスワードをご入力ください。',
    factor: 'もう一度、2段階認証をお願いします。',
  },
  form: { submit: '確認する', busy: '確認しています…' },
  cancel: 'キャンセル',
}
