import { localePath, type SitePath } from '#domain/address/locale-path.ts'
import { STUDIO_PAGES, STUDIO_RIGHTS } from './studio-rights.ts'

/** Roles, in the order of `statuses`. */
export const ROLES = ['anonymous', 'free', 'pro', 'early_adopter', 'admin', 'editor'] as const
export type Role = (typeof ROLES)[number]

export interface RouteRight {
  /**
   * `{clip}`, `{cloudpath}` and `{licence}` stand for a clip and somebody else's licence, `{promo}` and `{curated}`
   * for sets with that clip.
   */
  path: SitePath
  body?: object
  /** One for all roles, or one per role. Without a sixth, an editor counts as a free member. */
  statuses: number | readonly [number, number, number, number, number, number?]
  /** A live promotion: everybody gets the film. */
  isGift?: boolean
}

const members = [401, 200, 200, 200, 200] as const
const admin = (status: number) => [401, 403, 403, 403, status] as const
const membersWithout = (status: number) => [401, status, status, status, status] as const

/** Most exist in both languages. */
const PAGES: Record<string, RouteRight> = {
  'GET /': { path: '/', statuses: 200 },
  'GET /m/[photoId]': { path: '/m/{clip}', statuses: 200 },
  'GET /s': { path: '/s?q=temple', statuses: 303 },
  'GET /s/[searchTerm]': { path: '/s/temple', statuses: 200 },
  'GET /t/[category]': { path: '/t/temple', statuses: 200 },
  'GET /terms': { path: '/terms', statuses: 200 },
  'GET /promo-signup': { path: '/promo-signup', statuses: 200 },
  'GET /promo-signup-jp': { path: '/promo-signup-jp', statuses: 200 },
  'GET /contact': { path: '/contact', statuses: 200 },
  'GET /privacy': { path: '/privacy', statuses: 200 },
  // Shells without personal data, the same for everybody.
  'GET /account': { path: '/account', statuses: 200 },
  'GET /admin/sets': { path: '/admin/sets', statuses: 308 },
  ...STUDIO_PAGES,
  'GET /commerce': { path: '/commerce', statuses: 404 },
  'GET /curated-make': { path: '/curated-make', statuses: 200 },
  'GET /curated/[curatedName]': { path: '/curated/{curated}', statuses: 200 },
  'GET /licence/[id]': { path: '/licence/{licence}', statuses: 200 },
  'GET /likes': { path: '/likes', statuses: 200 },
  'GET /paysuccess': { path: '/paysuccess', statuses: 200 },
  'GET /pricing': { path: '/pricing', statuses: 200 },
  'GET /promo-make': { path: '/promo-make', statuses: 200 },
  'GET /promo/[promoName]': { path: '/promo/{promo}', statuses: 200 },
  'GET /reset-password': { path: '/reset-password', statuses: 200 },
  'GET /verify-email': { path: '/verify-email', statuses: 200 },
  'GET /verify/[id]': { path: '/verify/{licence}', statuses: 200 },
  'GET /embed/[photoId]': { path: '/embed/{clip}', statuses: 200 },
  'GET /.well-known/security.txt': { path: '/.well-known/security.txt', statuses: 200 },
  'GET /robots.txt': { path: '/robots.txt', statuses: 200 },
  'GET /sitemap.xml': { path: '/sitemap.xml', statuses: 200 },
  'GET /sitemap-pages.xml': { path: '/sitemap-pages.xml', statuses: 200 },
  'GET /sitemap-clips-[part].xml.gz': { path: '/sitemap-clips-1.xml.gz', statuses: 200 },
  'GET /feed.atom': { path: '/feed.atom', statuses: 200 },
  'GET /t/[category]/feed.atom': { path: '/t/temple/feed.atom', statuses: 200 },
}

/** Landing pages have one address per language; files for programs exist once. */
const ONE_ADDRESS = /^\/(?:promo-signup|robots|sitemap|\.well-known)/
const japanese = Object.entries(PAGES)
  .filter(([, { path }]) => !ONE_ADDRESS.test(path))
  .map(([route, right]) => [
    route.replace(/^GET \/?/, 'GET /ja/').replace(/\/$/, ''),
    { ...right, path: localePath('ja', right.path) },
  ])

/** Status for each role on each route. The bodies cause no damage. */
export const ROUTE_RIGHTS: Record<string, RouteRight> = {
  ...PAGES,
  ...Object.fromEntries(japanese),

  ...STUDIO_RIGHTS,

  'GET /api/medias/[id]': { path: '/api/medias/{clip}', statuses: 200 },
  'GET /api/medias/[id]/related': { path: '/api/medias/{clip}/related', statuses: 200 },
  'GET /api/medias/categories': { path: '/api/medias/categories', statuses: 200 },
  'GET /api/medias/categories/[id]': { path: '/api/medias/categories/temple', statuses: 200 },
  'GET /api/medias/search': { path: '/api/medias/search?q=', statuses: 200 },
  'GET /api/oembed': { path: '/api/oembed?url=http://nagare.example/m/{clip}', statuses: 200 },
  'GET /api/medias/suggestions': { path: '/api/medias/suggestions?q=te', statuses: 200 },
  'POST /api/medias/[id]/view': { path: '/api/medias/{clip}/view', statuses: 204 },
  'POST /api/csp-report': { path: '/api/csp-report', body: [], statuses: 204 },
  'POST /api/activity': { path: '/api/activity', body: { label: 'LOGIN_CLICK', meta: {} }, statuses: 204 },

  'GET /api/medias/[id]/video': { path: '/api/medias/{clip}/video', statuses: [401, 403, 302, 302, 302] },
  'GET /api/media-sign': {
    path: '/api/media-sign?filepath={cloudpath}',
    statuses: [401, 403, 200, 200, 200],
  },

  'GET /api/promo': { path: '/api/promo', statuses: admin(200) },
  'POST /api/promo': {
    path: '/api/promo',
    body: { promo_name: '../x', source_ids: [1] },
    statuses: admin(400),
  },
  'GET /api/promo/[id]': { path: '/api/promo/{promo}', statuses: 200 },
  'PUT /api/promo/[id]': {
    path: '/api/promo/{promo}',
    body: { promo_name: '../x' },
    statuses: admin(400),
  },
  'DELETE /api/promo/[id]': { path: '/api/promo/none', statuses: admin(404) },
  'PUT /api/promo/[id]/expiry': {
    path: '/api/promo/{promo}/expiry',
    body: { expires_in_days: 91 },
    statuses: admin(400),
  },
  'POST /api/promo/[id]/view': { path: '/api/promo/{promo}/view', statuses: 204 },
  'DELETE /api/promo/[id]/[sourceId]': { path: '/api/promo/{promo}/0', statuses: admin(404) },
  'GET /api/promo/[id]/[sourceId]/video': {
    path: '/api/promo/{promo}/{clip}/video',
    statuses: 302,
    isGift: true,
  },
  'GET /api/media-sign-promo': {
    path: '/api/media-sign-promo?filepath={cloudpath}&promo={promo}&source={clip}',
    statuses: members,
    isGift: true,
  },

  'GET /api/curated': { path: '/api/curated', statuses: admin(200) },
  'POST /api/curated': {
    path: '/api/curated',
    body: { curated_name: '../x', source_ids: [1] },
    statuses: [401, 403, 400, 400, 400],
  },
  'GET /api/curated/[id]': { path: '/api/curated/{curated}', statuses: 200 },
  'PUT /api/curated/[id]': {
    path: '/api/curated/{curated}',
    body: { description: 'Changed' },
    statuses: [401, 403, 403, 403, 200],
  },
  'DELETE /api/curated/[id]': { path: '/api/curated/none', statuses: membersWithout(404) },
  'POST /api/curated/[id]/view': { path: '/api/curated/{curated}/view', statuses: 204 },
  'DELETE /api/curated/[id]/[sourceId]': { path: '/api/curated/{curated}/0', statuses: admin(404) },
  'GET /api/media-sign-curated': {
    path: '/api/media-sign-curated?filepath={cloudpath}&curated={curated}&source={clip}',
    statuses: [401, 403, 200, 200, 200],
  },

  'PUT /api/users/medias/[id]/like': { path: '/api/users/medias/{clip}/like', statuses: members },
  'DELETE /api/users/medias/[id]/like': { path: '/api/users/medias/{clip}/like', statuses: members },
  'GET /api/users/medias/likes': { path: '/api/users/medias/likes', statuses: members },
  'GET /api/users/medias/liked': { path: '/api/users/medias/liked', statuses: members },
  'GET /api/user/downloads': { path: '/api/user/downloads', statuses: members },
  'GET /api/licences/[id]': { path: '/api/licences/{licence}', statuses: membersWithout(404) },
  'GET /api/licences/[id]/pdf': { path: '/api/licences/{licence}/pdf', statuses: membersWithout(404) },

  'GET /api/user': { path: '/api/user', statuses: members },
  'DELETE /api/user': {
    path: '/api/user',
    body: { password: 'not the password' },
    statuses: membersWithout(403),
  },
  'GET /api/user/sets': { path: '/api/user/sets', statuses: members },
  'GET /api/user/export': { path: '/api/user/export', statuses: members },
  'PUT /api/user/password': {
    path: '/api/user/password',
    body: { current_password: 'not the password', new_password: 'nagareru-kumo' },
    statuses: membersWithout(403),
  },
  'PUT /api/user/name': { path: '/api/user/name', body: { name: 'Aoi' }, statuses: membersWithout(204) },
  'PUT /api/user/email': {
    path: '/api/user/email',
    body: { email: 'aoi@example.com', password: 'not the password' },
    statuses: membersWithout(403),
  },
  'PUT /api/user/locale': {
    path: '/api/user/locale',
    body: { locale: 'en' },
    statuses: membersWithout(204),
  },
  'PUT /api/user/survey': {
    path: '/api/user/survey',
    body: { occupation: 'Teacher' },
    statuses: membersWithout(204),
  },
  'GET /api/user/proof': { path: '/api/user/proof?for=any', statuses: members },
  'POST /api/user/proof': {
    path: '/api/user/proof',
    body: { password: 'not the password' },
    statuses: membersWithout(403),
  },
  'POST /api/user/proof/passkey': { path: '/api/user/proof/passkey', statuses: members },
  'GET /api/user/factors': { path: '/api/user/factors', statuses: members },
  // The callers have just signed in.
  'POST /api/user/factors/passkeys/options': {
    path: '/api/user/factors/passkeys/options',
    statuses: members,
  },
  'POST /api/user/factors/passkeys': {
    path: '/api/user/factors/passkeys',
    body: {},
    statuses: membersWithout(400),
  },
  'PUT /api/user/factors/passkeys': {
    path: '/api/user/factors/passkeys',
    body: { id: 'none', name: 'Phone' },
    statuses: membersWithout(404),
  },
  'DELETE /api/user/factors/passkeys': {
    path: '/api/user/factors/passkeys',
    body: { id: 'none' },
    statuses: membersWithout(404),
  },
  'POST /api/user/factors/app': { path: '/api/user/factors/app', statuses: members },
  'PUT /api/user/factors/app': {
    path: '/api/user/factors/app',
    body: { code: 'no digits' },
    statuses: membersWithout(403),
  },
  'DELETE /api/user/factors/app': { path: '/api/user/factors/app', statuses: membersWithout(404) },
  'POST /api/user/factors/recovery-codes': {
    path: '/api/user/factors/recovery-codes',
    statuses: membersWithout(400),
  },
  'POST /api/user/verification': { path: '/api/user/verification', statuses: membersWithout(204) },
  'GET /api/user/sessions': { path: '/api/user/sessions', statuses: members },
  'DELETE /api/user/sessions': { path: '/api/user/sessions', statuses: membersWithout(204) },
  'DELETE /api/user/sessions/[id]': { path: '/api/user/sessions/none', statuses: membersWithout(404) },

  'POST /api/contact': { path: '/api/contact', body: {}, statuses: 400 },
  'POST /api/users': { path: '/api/users', body: {}, statuses: 400 },
  // Accepts Basic authorization only.
  'GET /api/users/login': { path: '/api/users/login', statuses: [401, 400, 400, 400, 400] },
  'GET /api/users/early-adopters': { path: '/api/users/early-adopters', statuses: 200 },
  'GET /api/users/early-adopter': { path: '/api/users/early-adopter?key=none', statuses: 403 },
  'PUT /api/users/early-adopter': {
    path: '/api/users/early-adopter?key=none',
    statuses: membersWithout(403),
  },
  'POST /api/users/second-factor': {
    path: '/api/users/second-factor',
    body: { challenge: 'none', code: '123456' },
    statuses: 400,
  },
  'POST /api/users/passkey/options': { path: '/api/users/passkey/options', statuses: 200 },
  'POST /api/users/passkey': { path: '/api/users/passkey', body: {}, statuses: 400 },
  'POST /api/users/logout': { path: '/api/users/logout', body: { refresh_token: 'none' }, statuses: 204 },
  'POST /api/users/refresh-token': {
    path: '/api/users/refresh-token',
    body: { refresh_token: 'none' },
    statuses: 401,
  },
  'POST /api/users/forgotten-password': {
    path: '/api/users/forgotten-password',
    body: {},
    statuses: 400,
  },
  'PUT /api/users/forgotten-password': {
    path: '/api/users/forgotten-password',
    body: { token: 'none', password: 'nagareru-kumo' },
    statuses: 400,
  },
  'PUT /api/users/verification': { path: '/api/users/verification', body: { token: 'none' }, statuses: 400 },

  // Nothing is sold without Stripe.
  'GET /api/payment/stripe-session': {
    path: '/api/payment/stripe-session?price=pro_yearly&referral=',
    statuses: membersWithout(503),
  },
  'POST /api/payment/sync': {
    path: '/api/payment/sync',
    body: { session_id: 'cs_none' },
    statuses: membersWithout(503),
  },
  'GET /api/payment/plan-change': {
    path: '/api/payment/plan-change?price=pro_yearly',
    statuses: membersWithout(503),
  },
  'PUT /api/payment/plan-change': {
    path: '/api/payment/plan-change',
    body: { price: 'pro_yearly', proration_date: 0 },
    statuses: membersWithout(503),
  },
  'POST /api/payment/portal': { path: '/api/payment/portal', statuses: membersWithout(503) },
  'POST /api/payment/stripe-webhook': { path: '/api/payment/stripe-webhook', body: {}, statuses: 404 },
  'GET /api/user/membership': { path: '/api/user/membership', statuses: members },
  'PUT /api/payment/resume-membership': {
    path: '/api/payment/resume-membership',
    statuses: membersWithout(409),
  },
  // Ends the granted membership, so nothing after it may need one.
  'PUT /api/payment/cancel-membership': {
    path: '/api/payment/cancel-membership',
    statuses: [401, 409, 200, 200, 409],
  },
}
