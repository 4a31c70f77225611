import { expect, test } from 'vitest'
import { refuseCommonPassword } from './password.ts'

test.each(['password', 'PASSWORD', 'Password1', '12345678', 'qwertyuiop', 'iloveyou', '１２３４５６７８'])(
  '%s is what everybody takes',
  async (password) => {
    await expect(refuseCommonPassword(password)).rejects.toMatchObject({ code: 'passwordTooCommon' })
  },
)

test.each(['nagareru-mizu', '流れる水は腐らず', 'correct horse battery'])('%s is not', async (password) => {
  await expect(refuseCommonPassword(password)).resolves.toBeUndefined()
})
