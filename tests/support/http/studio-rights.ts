import type { RouteRight } from './route-rights.ts'

/** For the admin and editors. */
const editors = (status: number) => [401, 403, 403, 403, status, status] as const

/** For the admin alone. */
const admin = (status: number) => [401, 403, 403, 403, status] as const

/** Like ROUTE_RIGHTS, for the studio. */
export const STUDIO_PAGES: Record<string, RouteRight> = {
  'GET /studio': { path: '/studio', statuses: 200 },
  'GET /studio/demand': { path: '/studio/demand', statuses: 200 },
  'GET /studio/categories': { path: '/studio/categories', statuses: 200 },
  'GET /studio/library': { path: '/studio/library', statuses: 200 },
  'GET /studio/uploads': { path: '/studio/uploads', statuses: 200 },
  'GET /studio/log': { path: '/studio/log', statuses: 200 },
  'GET /studio/members': { path: '/studio/members', statuses: 200 },
  'GET /studio/clip/[id]': { path: '/studio/clip/{clip}', statuses: 200 },
  'GET /studio/import': { path: '/studio/import', statuses: 200 },
  'GET /studio/sets': { path: '/studio/sets', statuses: 200 },
  'GET /studio/privacy': { path: '/studio/privacy', statuses: 200 },
  'GET /studio/testers': { path: '/studio/testers', statuses: 200 },
}

/** As ROUTE_RIGHTS, of the studio. */
export const STUDIO_RIGHTS: Record<string, RouteRight> = {
  'POST /api/studio/clips/[id]/render': { path: '/api/studio/clips/{clip}/render', statuses: editors(409) },
  'GET /api/studio/uploads': { path: '/api/studio/uploads', statuses: editors(200) },
  'GET /api/studio/uploads/known': {
    path: `/api/studio/uploads/known?sha256=${'0'.repeat(64)}`,
    statuses: editors(200),
  },
  'DELETE /api/studio/uploads/[id]': {
    path: `/api/studio/uploads/${'0'.repeat(32)}`,
    statuses: editors(404),
  },
  'POST /api/studio/uploads/[id]/cancel': {
    path: `/api/studio/uploads/${'0'.repeat(32)}/cancel`,
    statuses: editors(404),
  },
  'POST /api/studio/uploads/[id]/retry': {
    path: `/api/studio/uploads/${'0'.repeat(32)}/retry`,
    statuses: editors(404),
  },
  'POST /api/studio/uploads/batches/[id]/close': {
    path: '/api/studio/uploads/batches/batch-of-nobody/close',
    statuses: editors(204),
  },
  'POST /api/studio/library/csv': {
    path: '/api/studio/library/csv',
    body: { ids: [1] },
    statuses: editors(200),
  },
  'POST /api/studio/library/import/preview': {
    path: '/api/studio/library/import/preview',
    body: { name: 'a.csv', bytes: 'aWQ=' },
    statuses: editors(200),
  },
  'POST /api/studio/library/import': {
    path: '/api/studio/library/import',
    body: { name: 'a.csv', bytes: 'aWQ=', digest: 'none' },
    statuses: editors(409),
  },
  'GET /api/studio/categories': { path: '/api/studio/categories', statuses: editors(200) },
  'POST /api/studio/categories': { path: '/api/studio/categories', body: {}, statuses: editors(400) },
  'PUT /api/studio/categories/order': {
    path: '/api/studio/categories/order',
    body: { keys: [] },
    statuses: editors(204),
  },
  'PUT /api/studio/categories/[key]': {
    path: '/api/studio/categories/none',
    body: { label: 'None', label_ja: 'なし' },
    statuses: editors(404),
  },
  'DELETE /api/studio/categories/[key]': { path: '/api/studio/categories/none', statuses: editors(404) },
  'POST /api/studio/categories/[key]/move': {
    path: '/api/studio/categories/none/move',
    body: { to: 'nowhere' },
    statuses: editors(404),
  },
  'GET /api/studio/demand/searches': { path: '/api/studio/demand/searches', statuses: editors(200) },
  'GET /api/studio/demand/searches.csv': { path: '/api/studio/demand/searches.csv', statuses: editors(200) },
  'GET /api/studio/demand/clips': { path: '/api/studio/demand/clips', statuses: editors(200) },
  'GET /api/studio/demand/clips.csv': { path: '/api/studio/demand/clips.csv', statuses: editors(200) },
  'GET /api/studio/demand/creators': { path: '/api/studio/demand/creators', statuses: editors(200) },
  'GET /api/studio/demand/creators.csv': { path: '/api/studio/demand/creators.csv', statuses: editors(200) },
  'GET /api/studio/demand/wishes': { path: '/api/studio/demand/wishes', statuses: editors(200) },
  'POST /api/studio/demand/wishes': {
    path: '/api/studio/demand/wishes',
    body: { text: '' },
    statuses: editors(400),
  },
  'PUT /api/studio/demand/wishes/[id]': {
    path: '/api/studio/demand/wishes/987654',
    body: {},
    statuses: editors(404),
  },
  'DELETE /api/studio/demand/wishes/[id]': {
    path: '/api/studio/demand/wishes/987654',
    statuses: editors(204),
  },
  'GET /api/studio/library': { path: '/api/studio/library', statuses: editors(200) },
  'GET /api/studio/library/counts': { path: '/api/studio/library/counts', statuses: editors(200) },
  'GET /api/studio/library/choices': { path: '/api/studio/library/choices', statuses: editors(200) },
  'POST /api/studio/library/ids': { path: '/api/studio/library/ids', statuses: editors(200) },
  'GET /api/studio/library/bulk': { path: '/api/studio/library/bulk', statuses: editors(200) },
  'POST /api/studio/library/bulk': { path: '/api/studio/library/bulk', body: {}, statuses: editors(400) },
  'POST /api/studio/library/bulk/preview': {
    path: '/api/studio/library/bulk/preview',
    body: {},
    statuses: editors(400),
  },
  'GET /api/studio/library/bulk/[id]': { path: '/api/studio/library/bulk/0', statuses: editors(404) },
  'POST /api/studio/library/bulk/[id]/undo': {
    path: '/api/studio/library/bulk/0/undo',
    statuses: editors(404),
  },
  'GET /api/studio/overview': { path: '/api/studio/overview', statuses: editors(200) },
  'GET /api/studio/overview/jobs': { path: '/api/studio/overview/jobs', statuses: admin(200) },
  'POST /api/studio/overview/jobs/[id]/retry': {
    path: '/api/studio/overview/jobs/987654/retry',
    statuses: admin(404),
  },
  'DELETE /api/studio/overview/jobs/[id]': {
    path: '/api/studio/overview/jobs/987654',
    statuses: admin(204),
  },
  'GET /api/studio/clips/[id]': { path: '/api/studio/clips/{clip}', statuses: editors(200) },
  'PATCH /api/studio/clips/[id]': {
    path: '/api/studio/clips/{clip}',
    body: { version: 0 },
    statuses: editors(400),
  },
  'DELETE /api/studio/clips/[id]': {
    path: '/api/studio/clips/{clip}',
    body: { typed: 'another' },
    statuses: editors(400),
  },
  'GET /api/studio/clips/[id]/version': {
    path: '/api/studio/clips/{clip}/version',
    statuses: editors(200),
  },
  'GET /api/studio/clips/[id]/frames': { path: '/api/studio/clips/0/frames', statuses: editors(404) },
  'POST /api/studio/clips/[id]/publish': {
    path: '/api/studio/clips/{clip}/publish',
    body: { version: 99 },
    statuses: editors(409),
  },
  'POST /api/studio/clips/[id]/hide': {
    path: '/api/studio/clips/{clip}/hide',
    body: { version: 99 },
    statuses: editors(409),
  },
  'POST /api/studio/clips/[id]/schedule': {
    path: '/api/studio/clips/{clip}/schedule',
    body: { version: 99, publish_at: null },
    statuses: editors(409),
  },
  'GET /api/studio/words': { path: '/api/studio/words?q=te&locale=en', statuses: editors(200) },
  'POST /api/studio/words/other': {
    path: '/api/studio/words/other',
    body: { words: ['temple'], from: 'en' },
    statuses: editors(200),
  },
  'GET /api/studio/members': { path: '/api/studio/members', statuses: admin(200) },
  'POST /api/studio/members/export': { path: '/api/studio/members/export', body: {}, statuses: admin(200) },
  'GET /api/studio/members/[id]': { path: '/api/studio/members/987654', statuses: admin(404) },
  'PUT /api/studio/members/[id]/grant': {
    path: '/api/studio/members/987654/grant',
    body: { membership: 'pro' },
    statuses: admin(404),
  },
  'PUT /api/studio/members/[id]/role': {
    path: '/api/studio/members/987654/role',
    body: { role: 'editor' },
    statuses: admin(404),
  },
  'POST /api/studio/members/[id]/sign-out': {
    path: '/api/studio/members/987654/sign-out',
    statuses: admin(404),
  },
  'POST /api/studio/members/[id]/mail': {
    path: '/api/studio/members/987654/mail',
    body: { mail: 'password' },
    statuses: admin(404),
  },
  'GET /api/studio/testers': { path: '/api/studio/testers', statuses: admin(200) },
  'POST /api/studio/testers/keys': { path: '/api/studio/testers/keys', body: {}, statuses: admin(400) },
  'DELETE /api/studio/testers/keys/[id]': { path: '/api/studio/testers/keys/987654', statuses: admin(404) },
  'GET /api/studio/log': { path: '/api/studio/log', statuses: admin(200) },
  'POST /api/studio/log/export': { path: '/api/studio/log/export', body: {}, statuses: admin(200) },
}
