import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import type { CallName } from '#contract/all-calls.ts'
import { makeMailToken } from '#server/accounts/mail/mail-tokens.ts'
import { originalKey } from '#server/media/storage-key.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import { newSetupCode } from '#server/setup/setup-code.ts'
import { type StripeEmulator, startStripeEmulator } from '../../../tools/stripe-emulator/emulator.ts'
import { aClip, aDownload } from '../../support/database/rows.ts'
import { codeOf } from '../../support/factors/authenticator-codes.ts'
import { softAuthenticator } from '../../support/factors/soft-authenticator.ts'
import { makeVideo } from '../../support/footage.ts'
import { aKey } from '../../support/shop/keys.ts'
import { KNOWN_TESTER_KEY } from '../../support/shop/known-members.ts'
import { aMember, type TestMember } from '../../support/shop/members.ts'
import { PATIENT, startTestServer, type TestServer } from '../../support/shop/server.ts'
import { STRIPE } from '../../support/shop/shop.ts'

/** What only a living shop knows, in the place of an example’s value. */
export interface Ready {
  who?: TestMember
  headers?: Record<string, string>
  input?: Record<string, unknown>
  /** The body of a call that describes none. */
  body?: string
  /** Another shop that takes the call. */
  server?: TestServer
}

export interface ExampleShop {
  server: TestServer
  admin: TestMember
  stripeOrigin: string
  /** Makes the shop as the example of a call expects it. */
  ready(name: CallName): Promise<Ready>
  close(): Promise<void>
}

const SITE = 'https://nagare.example'
const CREATED = '2026-11-21T00:00:00.000Z'
const UPLOAD = '0123456789abcdef0123456789abcdef'
const FILM = 'full/0123456789abcdef0123456789abcdef.mp4'
const ORIGINAL = createHash('sha256').update('original').digest('hex')

/** A shop with what the examples of the contract name: clips 7 to 10, members 1 to 3, two sets and so on. */
export async function exampleShop(): Promise<ExampleShop> {
  const stripe = await startStripeEmulator({ secretKey: STRIPE.secretKey })
  const server = await startTestServer({
    limits: PATIENT,
    env: {
      ...{ SITE_URL: SITE, STRIPE_SECRET_KEY: STRIPE.secretKey, STRIPE_API_URL: stripe.url.origin },
      ...{ STRIPE_WEBHOOK_SECRETS: STRIPE.webhookSecrets.join(), TRUST_PROXY: 'on' },
      ...{ MODEL_URL: 'http://127.0.0.1:9/v1', MODEL_NAME: 'tests', WEBHOOK_PRIVATE_HOSTS: 'hooks.example' },
    },
  })
  const { deps } = server
  const { db } = deps
  const admin = await aMember(deps, { admin: true, name: 'Ryo', email: 'ryo@example.com' })
  await aMember(deps, { name: 'Aoi Sato', email: 'aoi.sato@example.com' })
  await aMember(deps, { name: 'Ren', email: 'ren@example.com' })
  await addClips(server)
  await db
    .insertInto('tester_keys')
    .values({ key: KNOWN_TESTER_KEY, label: 'Film school', created: CREATED })
    .execute()
  const fresh = await startTestServer()
  const ready = preparations({ server, admin, stripe, fresh })
  return {
    server,
    admin,
    stripeOrigin: stripe.url.origin,
    ready: async (name) => ((await ready[name]?.()) ?? {}) as Ready,
    async close() {
      await server.close()
      await fresh.close()
      await stripe.close()
    },
  }
}

async function addClips({ deps }: TestServer): Promise<void> {
  const { db, storage } = deps
  const folder = await mkdtemp(join(tmpdir(), 'nagare-example-'))
  await makeVideo(join(folder, 'film.mp4'))
  const film = await readFile(join(folder, 'film.mp4'))
  await rm(folder, { recursive: true })
  const titles = {
    7: ['A temple in the rain', '雨の寺'],
    8: ['A lantern by the river', '川辺の灯籠'],
    9: ['A fox in snow', '雪の狐'],
    10: ['A draft', '下書き'],
  }
  for (const [id, [title, title_ja]] of Object.entries(titles)) {
    const isFirst = id === '7'
    const texts = { title, title_ja, description: 'It plays for as long as your edit needs it.' }
    const source = {
      id: Number(id),
      ...texts,
      file_name: `clip-${id}.mp4`,
      ...(isFirst && { content_hash: ORIGINAL }),
    }
    const media = isFirst
      ? {
          cloudpath: FILM,
          watermarked_url: '/media/watermarked/0123456789abcdef.mp4',
          byte_size: film.length,
          duration: 1,
        }
      : {}
    const { cloudpath } = await aClip(db, { source, media })
    await storage.put(cloudpath, film, 'video/mp4')
    if (isFirst) await storage.put('watermarked/0123456789abcdef.mp4', film, 'video/mp4')
    await db.transaction().execute((trx) => indexSource(trx, Number(id)))
  }
  await storage.put(originalKey(ORIGINAL), film, 'video/mp4')
}

interface World {
  server: TestServer
  admin: TestMember
  stripe: StripeEmulator
  /** Without an admin. */
  fresh: TestServer
}

function preparations({
  server,
  admin,
  stripe,
  fresh,
}: World): Partial<Record<CallName, () => Promise<unknown>>> {
  const { deps } = server
  const { db } = deps
  const send = (who: TestMember | undefined, method: string, path: string, body?: unknown) =>
    fetch(server.at(path), {
      method,
      headers: { ...who?.headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const asked = async (...given: Parameters<typeof send>) => (await send(...given)).json()

  const asSeen = (state: object) => async () => {
    const plain = {
      version: 1,
      state: 'published' as const,
      trashed_at: null,
      publish_at: null,
      ai: 0 as const,
    }
    await db
      .updateTable('library')
      .set({ ...plain, ...state })
      .where('id', '=', 7)
      .execute()
  }
  const aJob = async () => {
    await db.deleteFrom('jobs').where('id', '=', 71).execute()
    const job = { id: 71, kind: 'mail', unique_key: null, payload: '{}', state: '{}', attempts: 3 }
    const now = deps.now().toISOString()
    await db
      .insertInto('jobs')
      .values({ ...job, run_at: now, last_error: 'refused', created: now })
      .execute()
  }
  const anUpload = (state: 'waiting' | 'cancelled') => async () => {
    await db.deleteFrom('uploads').where('id', '=', UPLOAD).execute()
    const upload = { id: UPLOAD, user_id: 1, file_name: 'inari.mp4', kind: 'video' as const, bytes: 7 }
    const held = { state, held: 'original' as const, sha256: ORIGINAL, received: 7, closed: 1 as const }
    await db
      .insertInto('uploads')
      .values({ ...upload, ...held, created: CREATED, updated: CREATED })
      .execute()
  }
  const aCollection = async (): Promise<Ready> => {
    await send(admin, 'POST', '/api/curated', { curated_name: 'Kyoto', source_ids: [7, 8] })
    return { who: admin }
  }
  const aBoard = async (): Promise<Ready> => {
    const board = { name: 'Opening titles', source_ids: [7, 8] }
    const { id } = await asked(admin, 'POST', '/api/user/boards', board)
    return { who: admin, input: { id } }
  }
  const aPromotion = async () => {
    await send(admin, 'POST', '/api/promo', { promo_name: 'Autumn', source_ids: [7, 8], expires_in_days: 7 })
  }
  const aCategory = async () => {
    await send(admin, 'POST', '/api/studio/categories', { key: 'snow', label: 'Snow', label_ja: '雪' })
  }
  const aLicence = async (): Promise<Ready> => {
    const who = await aMember(deps, { membership: 'pro' })
    const public_id = 'licence-0123456789'
    await db.deleteFrom('downloads').where('public_id', '=', public_id).execute()
    await aDownload(db, 7, {
      public_id,
      user_id: who.id,
      clip_title: 'A temple in the rain',
    })
    return { who }
  }
  const aDraft = async () => {
    await asSeen({})()
    await db.updateTable('library').set({ state: 'draft', version: 1 }).where('id', '=', 10).execute()
  }
  const aPasskey = async () => {
    const who = await aMember(deps)
    const key = softAuthenticator()
    const { challenge } = await asked(who, 'POST', '/api/user/factors/passkeys/options')
    const added = { challenge, name: 'Phone', passkey: key.make({ challenge }) }
    return { who, key, add: () => send(who, 'POST', '/api/user/factors/passkeys', added), added }
  }
  const aPasskeyHeld = async (): Promise<Ready> => {
    const { who, key, add } = await aPasskey()
    await add()
    return { who, input: { id: key.id } }
  }
  const anApp = async () => {
    const who = await aMember(deps)
    const { secret } = await asked(who, 'POST', '/api/user/factors/app')
    return { who, code: (steps = 0) => codeOf(secret, deps.now(), steps) }
  }
  const anAppHeld = async () => {
    const app = await anApp()
    await send(app.who, 'PUT', '/api/user/factors/app', { code: app.code() })
    return app
  }
  const aSubscriber = async (): Promise<Ready & { session: string }> => {
    const who = await aMember(deps)
    const { session_id: session } = await asked(who, 'GET', '/api/payment/stripe-session?price=pro_monthly')
    stripe.control.pay(session)
    await send(who, 'POST', '/api/payment/sync', { session_id: session })
    return { who, session }
  }
  const aMailed = (purpose: 'verifyEmail' | 'resetPassword') => async (): Promise<Ready> => {
    const { id: userId, email } = await aMember(deps)
    return { input: { token: await makeMailToken(deps, { userId, email, purpose }) } }
  }
  const anOperation = async () => {
    const ids = await db.selectFrom('bulk_operations').select('id').execute()
    if (ids.length === 0)
      await send(admin, 'POST', '/api/studio/library/bulk', { ids: [7], change: { kind: 'hide' } })
    const finished = { finished: CREATED, position: 1, changed: 1 }
    await db.updateTable('bulk_operations').set(finished).where('id', '=', 1).execute()
  }
  const aDraftOfShop = async (): Promise<Ready> => {
    const { published, revision } = await asked(admin, 'GET', '/api/studio/shop')
    const settings = { ...published, identity: { ...published.identity, name: `Nagare ${revision}` } }
    const saved = await asked(admin, 'PUT', '/api/studio/shop/draft', { settings, revision })
    return { input: { revision: saved.revision } }
  }

  const aHook = async () => {
    await db.deleteFrom('hooks').execute()
    const hook = { id: 1, url: 'https://hooks.example/nagare', events: '["member.left"]', secret: '' }
    await db
      .insertInto('hooks')
      .values({ ...hook, created: CREATED })
      .execute()
    const event = { id: 1, hook_id: 1, event_id: 'msg_1', type: 'member.left', data: '{"member":7}' } as const
    const times = { created: CREATED, queued: CREATED, due: null }
    await db
      .insertInto('hook_deliveries')
      .values({ ...event, ...times })
      .execute()
  }

  const aKeyHeld = async (): Promise<Ready> => {
    const { id } = await aKey(deps, { userId: admin.id, scopes: ['read', 'download'] })
    return { who: admin, input: { id } }
  }

  return {
    login: async () => ({
      headers: {
        authorization: `Basic ${Buffer.from(`${admin.email}:${admin.password}`).toString('base64')}`,
      },
    }),
    refresh: async () => ({ input: { refresh_token: (await aMember(deps)).refresh_token } }),
    logout: async () => ({ input: { refresh_token: (await aMember(deps)).refresh_token } }),
    resetPassword: aMailed('resetPassword'),
    verifyEmail: aMailed('verifyEmail'),
    endSession: async () => {
      const who = await aMember(deps)
      const { sessions } = await asked(who, 'GET', '/api/user/sessions')
      return { who, input: { id: sessions[0].id } }
    },
    finishSignIn: async () => {
      const { who, code } = await anAppHeld()
      const basic = Buffer.from(`${who.email}:${who.password}`).toString('base64')
      const headers = { authorization: `Basic ${basic}` }
      const { challenge } = await (await fetch(server.at('/api/users/login'), { headers })).json()
      return { input: { challenge, code: code(1) } }
    },
    signInByPasskey: async () => {
      const { key, add } = await aPasskey()
      await add()
      const { challenge } = await asked(undefined, 'POST', '/api/users/passkey/options')
      return { input: { challenge, passkey: key.use({ challenge }) } }
    },
    addPasskey: async () => {
      const { who, added } = await aPasskey()
      return { who, input: added }
    },
    ownPasskeyOptions: aPasskeyHeld,
    renamePasskey: aPasskeyHeld,
    removePasskey: aPasskeyHeld,
    factorList: aPasskeyHeld,
    renewRecoveryCodes: aPasskeyHeld,
    confirmApp: async () => {
      const { who, code } = await anApp()
      return { who, input: { code: code() } }
    },
    removeApp: anAppHeld,

    hookRoom: aHook,
    changeHook: aHook,
    sendHookAgain: aHook,

    keyList: aKeyHeld,
    makeKey: async () => ({ who: admin }),
    revokeKey: aKeyHeld,

    licenceList: aLicence,
    licence: aLicence,
    licencePdf: aLicence,
    playClip: async () => ({ who: await aMember(deps, { membership: 'pro' }) }),
    likedClips: async () => {
      const who = await aMember(deps)
      await send(who, 'PUT', '/api/users/medias/7/like')
      return { who }
    },
    likeList: async () => {
      const who = await aMember(deps)
      await send(who, 'PUT', '/api/users/medias/7/like')
      return { who }
    },
    sessionList: async () => ({ who: await aMember(deps) }),
    reportViolations: async () => ({
      body: JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'data' } }),
    }),

    planChange: aSubscriber,
    changePlan: async () => {
      const { who } = await aSubscriber()
      const { proration_date } = await asked(who, 'GET', '/api/payment/plan-change?price=pro_yearly')
      return { who: who!, input: { proration_date } }
    },
    syncPayment: async () => {
      const { who, session } = await aSubscriber()
      return { who: who!, input: { session_id: session } }
    },
    membershipState: aSubscriber,
    cancelMembership: aSubscriber,
    resumeMembership: async () => {
      const subscriber = await aSubscriber()
      await send(subscriber.who, 'PUT', '/api/payment/cancel-membership')
      return subscriber
    },
    customerPortal: aSubscriber,
    stripeWebhook: async () => {
      const body = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: 'invoice.paid',
        created: 1,
        data: { object: {} },
      })
      const secret = STRIPE.webhookSecrets[0]!
      const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret })
      return { body, headers: { 'stripe-signature': signature } }
    },

    setUpShop: async () => ({ server: fresh, input: { code: await newSetupCode(fresh.deps) } }),

    promotion: aPromotion,
    promotionList: aPromotion,
    signPromotionMedia: async () => {
      await aPromotion()
      return { who: await aMember(deps) }
    },
    collection: aCollection,
    collectionList: aCollection,
    changeCollection: aCollection,
    deleteCollection: aCollection,
    countCollectionView: async () => {
      await aCollection()
    },
    removeFromCollection: aCollection,
    signCollectionMedia: aCollection,
    ownSetList: aCollection,
    boardList: aBoard,
    board: aBoard,
    changeBoard: aBoard,
    deleteBoard: aBoard,
    noteInBoard: aBoard,
    removeFromBoard: aBoard,
    shownBoard: async () => {
      const { who, input } = await aBoard()
      const { link } = await asked(who, 'PUT', `/api/user/boards/${input!.id}`, { link: true })
      return { input: { link } }
    },

    retryJob: aJob,
    dismissJob: aJob,
    listFailedJobs: aJob,
    bulkOperation: anOperation,
    undoBulk: anOperation,
    importSheet: async () => {
      const sheet = {
        name: 'titles.csv',
        bytes: Buffer.from('id,title\n7,A temple in soft rain\n').toString('base64'),
      }
      const { digest } = await asked(admin, 'POST', '/api/studio/library/import/preview', sheet)
      return { input: { digest } }
    },
    editClip: asSeen({}),
    trashClip: asSeen({}),
    restoreClip: asSeen({ trashed_at: CREATED }),
    publishStudioClip: asSeen({ state: 'hidden' }),
    hideStudioClip: asSeen({}),
    scheduleClip: asSeen({ state: 'draft' }),
    studioClip: asSeen({}),
    cancelUpload: anUpload('waiting'),
    retryUpload: anUpload('cancelled'),
    removeUpload: anUpload('cancelled'),
    uploadList: anUpload('waiting'),
    askProposals: aDraft,
    decideProposals: aDraft,
    renameCategory: aCategory,
    deleteCategory: aCategory,
    orderCategories: aCategory,
    moveCategory: aCategory,
    changeWish: async () => {
      const wish = { text: 'cherry blossom at night' }
      const { id } = await asked(admin, 'POST', '/api/studio/demand/wishes', wish)
      return { input: { id } }
    },

    saveShopDraft: async () => {
      const { published, revision } = await asked(admin, 'GET', '/api/studio/shop')
      return { input: { settings: published, revision } }
    },
    publishShop: aDraftOfShop,
    restoreShop: async () => {
      const { input } = await aDraftOfShop()
      await send(admin, 'POST', '/api/studio/shop/publish', input)
      const { revision, versions } = await asked(admin, 'GET', '/api/studio/shop')
      return { input: { revision, number: versions[0].number } }
    },
    importShop: async () => {
      const file = await (await send(admin, 'GET', '/api/studio/shop/export')).arrayBuffer()
      const { revision } = await asked(admin, 'GET', '/api/studio/shop')
      return { input: { bytes: Buffer.from(file).toString('base64'), revision } }
    },
  }
}
