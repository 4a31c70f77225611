import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/database/databases.ts'
import { askServer } from '../../support/http/ask.ts'
import { startTestServer } from '../../support/shop/server.ts'

describeEachDatabase('a database that has become read-only', (_open, databases) => {
  test('answers writes with 503 and when to try again, goes on with reads, and recovers by itself', async () => {
    const config = await databases.create()
    const url = config.engine === 'sqlite' ? `sqlite:${config.file}` : config.url
    const server = await startTestServer({ env: { DATABASE_URL: url, DATABASE_POOL: '1' } })
    try {
      const { db } = server.deps
      const setting = config.engine === 'sqlite' ? 'query_only' : 'default_transaction_read_only'
      const set = (value: 'on' | 'off') =>
        sql.raw(`${config.engine === 'sqlite' ? 'pragma' : 'set'} ${setting} = ${value}`).execute(db)
      const register = () => {
        const body = { name: 'Aoi', email: `${randomUUID()}@example.com`, password: 'nagareru-mizu' }
        return askServer(server, 'POST', '/api/users', { body })
      }
      await set('on')
      const refused = await register()
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      expect(JSON.stringify(await refused.json())).not.toMatch(/read-?only|sqlite/i)
      expect((await fetch(server.at('/'))).status).toBe(200)
      expect((await fetch(server.at('/api/medias/categories'))).status).toBe(200)
      await set('off')
      expect((await register()).status).toBe(200)
    } finally {
      await server.close()
    }
  })
})
