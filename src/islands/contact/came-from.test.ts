import { expect, test } from 'vitest'
import { cameFrom } from './came-from.ts'

const origin = 'https://nagare.example'

test.each([
  ['', '', '', { topic: 'question', clip: '' }],
  ['?clip=12', '#report', '', { topic: 'report', clip: '12' }],
  ['', '#feedback', `${origin}/m/7?x=1`, { topic: 'feedback', clip: '7' }],
  ['', '', `${origin}/ja/m/7`, { topic: 'question', clip: '7' }],
  ['?clip=12', '', `${origin}/m/7`, { topic: 'question', clip: '12' }],
  ['', '', 'https://elsewhere.example/m/7', { topic: 'question', clip: '' }],
  ['', '', `${origin}/m/7/x`, { topic: 'question', clip: '' }],
  ['', '#feedback', `${origin}/ja/s/%E6%A1%9C-%E5%A4%9C`, { topic: 'feedback', clip: '', searched: '桜 夜' }],
  ['', '#feedback', 'https://elsewhere.example/s/sakura', { topic: 'feedback', clip: '' }],
  ['?clip=<b>', '#__proto__', 'about:blank', { topic: 'question', clip: '' }],
])('%j%j after %j is %j', (search, hash, referrer, expected) => {
  expect(cameFrom({ search, hash, origin }, referrer)).toEqual({ searched: '', ...expected })
})
