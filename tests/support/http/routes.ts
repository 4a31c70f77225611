import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { allCalls, type CallName, calls } from '#contract/all-calls.ts'
import type { Call } from '#contract/call.ts'
import { addressOf } from '#contract/request.ts'
import { japanesePages } from '#server/build/japanese-routes.ts'

const PAGES = join(import.meta.dirname, '../../../src/pages')
/** Error pages without an address of their own, and where agents post. */
const NO_PAGES = ['/404', '/429', '/500', '/mcp']

/** A clip with somebody's licence for it, and sets with that clip. */
export interface Places {
  clip: string
  cloudpath: string
  licence: string
  promo: string
  curated: string
}

export interface Asked {
  method: string
  path: string
  body?: object | undefined
}

/** Every page of the site by its file, such as `/m/[photoId]`, with the Japanese ones. */
export function pagesOfSite(): string[] {
  const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  return files.flatMap((file) => {
    const route = `/${file.replace(/\.(ts|astro)$/, '')}`.replace(/\/index$/, '') || '/'
    if (route === `/${file}` || NO_PAGES.includes(route) || route.startsWith('/api/')) return []
    return [route, ...japanesePages([file]).map(({ pattern }) => pattern)]
  })
}

/** Every page and every call as a request without damage, by its route: `GET /api/medias/[id]`. */
export function requestsOfSite(places: Places): Map<string, Asked> {
  const pages = pagesOfSite().map((page): [string, Asked] => [
    `GET ${page}`,
    { method: 'GET', path: pageAddress(page, places) },
  ])
  const made = allCalls.map(([name, { method, path }]): [string, Asked] => [
    `${method} ${path.replaceAll('{', '[').replaceAll('}', ']')}`,
    exampleOf(name, places),
  ])
  return new Map([...pages, ...made])
}

function pageAddress(page: string, { clip, licence, promo, curated }: Places): string {
  const texts: Record<string, string> = {
    ...{
      photoId: clip,
      promoName: promo,
      curatedName: curated,
      searchTerm: 'temple',
      category: 'temple',
      picture: PICTURE,
    },
    ...{ name: 'nobody', room: 'clips' },
    ...{ part: '1', id: page.includes('/clip/') ? clip : licence },
  }
  const path = page.replaceAll(/\[(\w+)\]/g, (_, name: string) => texts[name]!)
  return /\/s$/.test(path) ? `${path}?q=temple` : path
}

/** A request that makes a call. It changes little, and nothing that another request needs. */
export function exampleOf(name: CallName, places: Places): Asked {
  const call = calls[name] as Call
  const input = { ...(call.params && nobodys(call.path)), ...examples(places)[name] }
  const path = addressOf(call, input)
  if (!call.body) return { method: call.method, path }
  const given = Object.entries(input).filter(([field]) => !call.path.includes(`{${field}}`))
  return { method: call.method, path, body: Object.fromEntries(given) }
}

/** Parameters of a path at which there is nothing. */
function nobodys(path: string): object {
  if (path.includes('/batches/')) return { id: 'batch-of-nobody' }
  if (path.includes('/uploads/')) return { id: '0'.repeat(32) }
  if (/\/(?:promo|curated|sessions|categories)\//.test(path)) return { id: 'none', key: 'none', sourceId: 0 }
  return { id: 987_654 }
}

const PASSWORD = 'not the password'
const PICTURE = 'Q'.repeat(27)

function examples({
  clip,
  cloudpath,
  licence,
  promo,
  curated,
}: Places): Partial<Record<CallName, Record<string, unknown>>> {
  const id = clip
  return {
    ...{
      clip: { id },
      relatedClips: { id },
      similarClips: { id },
      alikeClips: { look: PICTURE },
      countView: { id },
      like: { id },
      unlike: { id },
      playClip: { id },
      comp: { id },
    },
    ...{ studioClip: { id }, clipVersion: { id }, renderAgain: { id }, editClip: { id, version: 0 } },
    ...{ promotion: { id: promo }, countPromotionView: { id: promo }, removeFromPromotion: { id: promo } },
    ...{ collection: { id: curated }, countCollectionView: { id: curated } },
    ...{
      licence: { id: licence },
      licencePdf: { id: licence },
      categoryClips: { id: 'temple' },
      creatorClips: { name: 'nobody' },
    },
    playFromPromotion: { id: promo, sourceId: clip },
    signMedia: { filepath: cloudpath },
    signPromotionMedia: { filepath: cloudpath, promo, source: clip },
    signCollectionMedia: { filepath: cloudpath, curated, source: clip },
    createPromotion: { promo_name: '../x', source_ids: [1] },
    changePromotion: { id: promo, promo_name: '../x' },
    extendPromotion: { id: promo, expires_in_days: 91 },
    createCollection: { curated_name: '../x', source_ids: [1] },
    changeCollection: { description: 'Changed' },
    createBoard: { name: '' },
    board: { id: 987_654 },
    changeBoard: { id: 987_654, name: 'Titles' },
    noteInBoard: { id: 987_654, sourceId: clip, note: 'Rain' },
    removeFromBoard: { id: 987_654, sourceId: clip },
    shownBoard: { link: '0'.repeat(32) },
    oembed: { url: `http://nagare.example/m/${clip}` },
    clipsByName: { names: ['nagare_none.mp4'] },
    suggestionList: { q: 'te' },
    activity: { label: 'LOGIN_CLICK', meta: {} },
    changePassword: { current_password: PASSWORD, new_password: 'nagareru-kumo' },
    changeName: { name: 'Aoi' },
    askForNewEmail: { email: 'aoi@example.com', password: PASSWORD },
    changeLocale: { locale: 'en' },
    answerSurvey: { occupation: 'Teacher' },
    proofSteps: { for: 'any' },
    prove: { password: PASSWORD },
    renamePasskey: { id: 'none', name: 'Phone' },
    removePasskey: { id: 'none' },
    confirmApp: { code: 'no digits' },
    testerKey: { key: 'none' },
    claimSpot: { key: 'none' },
    finishSignIn: { challenge: 'none', code: '123456' },
    logout: { refresh_token: 'none' },
    refresh: { refresh_token: 'none' },
    resetPassword: { token: 'none', password: 'nagareru-kumo' },
    verifyEmail: { token: 'none' },
    stripeSession: { price: 'pro_yearly' },
    syncPayment: { session_id: 'cs_none' },
    planChange: { price: 'pro_yearly' },
    changePlan: { price: 'pro_yearly', proration_date: 0 },
    uploadKnown: { sha256: '0'.repeat(64) },
    exportSheet: { ids: [1] },
    previewImport: { name: 'a.csv', bytes: 'aWQ=' },
    importSheet: { name: 'a.csv', bytes: 'aWQ=', digest: 'none' },
    orderCategories: { keys: [] },
    renameCategory: { label: 'None', label_ja: 'なし' },
    moveCategory: { to: 'nowhere' },
    addWish: { text: '' },
    deleteClip: { id, typed: 'another' },
    publishStudioClip: { id, version: 99 },
    hideStudioClip: { id, version: 99 },
    scheduleClip: { id, version: 99, publish_at: null },
    keywordSuggestions: { q: 'te', locale: 'en' },
    otherWords: { words: ['temple'], from: 'en' },
    grantMembership: { membership: 'pro' },
    giveRole: { role: 'editor' },
    sendMemberMail: { mail: 'password' },
    saveShopDraft: { settings: {}, revision: 0 },
    addShopPicture: { use: 'logo', bytes: 'aGVsbG8=' },
    importShop: { bytes: 'aGVsbG8=', revision: 0 },
    publishShop: { revision: 99 },
    restoreShop: { number: 987_654, revision: 0 },
  }
}
