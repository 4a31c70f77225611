import { AppError } from '#contract/errors.ts'
import type * as categoryCalls from '#contract/studio/clips/categories-calls.ts'
import type * as editorCalls from '#contract/studio/clips/editor-calls.ts'
import type * as libraryCalls from '#contract/studio/clips/library-calls.ts'
import type * as proposalCalls from '#contract/studio/clips/proposals-calls.ts'
import type * as uploadCalls from '#contract/studio/clips/uploads-calls.ts'
import type * as memberCalls from '#contract/studio/members/members-calls.ts'
import type * as testerCalls from '#contract/studio/members/testers-calls.ts'
import type * as healthCalls from '#contract/studio/operation/health-calls.ts'
import type * as logCalls from '#contract/studio/operation/log-calls.ts'
import type * as overviewCalls from '#contract/studio/operation/overview-calls.ts'
import type * as demandCalls from '#contract/studio/search/demand-calls.ts'
import type * as synonymCalls from '#contract/studio/search/synonyms-calls.ts'
import type * as hookCalls from '#contract/studio/shop/hooks-calls.ts'
import type * as priceCalls from '#contract/studio/shop/prices-calls.ts'
import type * as shopCalls from '#contract/studio/shop/shop-calls.ts'
import { mayDeleteForGood, type Person } from '#domain/membership/membership.ts'
import { exportLog, listLog } from '#server/audit-log/list-log.ts'
import { changePrice, moveOrStop, studioPrices } from '#server/billing/prices/studio-prices.ts'
import { studioStripe } from '#server/billing/stripe-setup/set-up-stripe.ts'
import {
  addCategory,
  deleteCategory,
  moveCategory,
  orderCategories,
  renameCategory,
} from '#server/categories/edit-category.ts'
import { listCategoryLines } from '#server/categories/list-categories.ts'
import { csvOf } from '#server/csv-lines.ts'
import { clipRows, listClipFigures } from '#server/demand/list-clip-figures.ts'
import { creatorRows, listCreators } from '#server/demand/list-creators.ts'
import { listSearches, searchRows } from '#server/demand/list-searches.ts'
import { explainSearch } from '#server/demand/teach/explain-search.ts'
import { previewRule } from '#server/demand/teach/preview-rule.ts'
import { addRule, listRules, removeRule } from '#server/demand/teach/rules.ts'
import { importRules, rulesFile } from '#server/demand/teach/rules-file.ts'
import { addWish, changeWish, listWishes, removeWish, wishRows } from '#server/demand/wishes.ts'
import type { Deps } from '#server/deps.ts'
import { checkHealth } from '#server/health/check-health.ts'
import { addHook, changeHook, hookRoom, sendHookAgain } from '#server/hooks/hooks.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'
import { bulkOperation, lastOperation, startBulk, undoBulk } from '#server/library/bulk/operations.ts'
import { previewBulk } from '#server/library/bulk/preview-bulk.ts'
import { deleteClip } from '#server/library/clip/delete-clip.ts'
import { editClip } from '#server/library/clip/edit-clip.ts'
import { hideNow, moveToTrash, publishNow, scheduleDraft } from '#server/library/clip/show-clip.ts'
import { clipVersion, studioClip } from '#server/library/clip/studio-clip.ts'
import { countLibrary } from '#server/library/list/count-library.ts'
import { libraryChoices } from '#server/library/list/library-choices.ts'
import { allIds, listLibrary } from '#server/library/list/list-library.ts'
import { idOfOriginal } from '#server/library/publish-clip.ts'
import { exportMembers } from '#server/members/export-members.ts'
import { grantMembership } from '#server/members/grant-membership.ts'
import { listMembers } from '#server/members/list-members.ts'
import {
  endSessionsOfMember,
  giveRole,
  sendMemberPasswordMail,
  sendMemberVerification,
} from '#server/members/member-acts.ts'
import { showMember } from '#server/members/show-member.ts'
import { deleteMember, suspendMember } from '#server/members/suspend-member.ts'
import { dismissJob, listFailedJobs, retryJob } from '#server/overview/queue.ts'
import { readOverview } from '#server/overview/read-overview.ts'
import { askProposals, decideProposals, listProposals } from '#server/proposals/proposals.ts'
import { otherWords, suggestWords } from '#server/search/suggest/suggest-words.ts'
import { exportSheet } from '#server/sheets/export-sheet.ts'
import { planImport } from '#server/sheets/plan-import.ts'
import { importSheet } from '#server/sheets/start-import.ts'
import { PREVIEW_COOKIE, PREVIEW_SECONDS, previewPass } from '#server/shop/preview.ts'
import { makeTesterKeys, revokeTesterKey, testerRoom } from '#server/testers/tester-keys.ts'
import { cancelUpload, removeUpload, retryUpload } from '#server/uploads/change-upload.ts'
import { closeBatch } from '#server/uploads/close-batch.ts'
import { renderAgain } from '#server/uploads/render-again.ts'
import { listUploads } from '#server/uploads/upload-lines.ts'

const SEARCHES = [
  'text',
  'visitors',
  'found_little',
  'opened_a_clip',
  'fitting_clips',
  'on_japanese_pages',
  'before',
]
const WISHES = ['text', 'status', 'note', 'visitors', 'fitting_clips', 'clips', 'created']
const CLIPS = ['id', 'title', 'title_ja', 'views', 'previews', 'likes', 'downloads']
const CREATORS = ['month', 'user_name', 'downloads', 'clips']
const SENDS = { password: sendMemberPasswordMail, verification: sendMemberVerification }

function assertMayDelete({ site }: Deps, person: Person): void {
  if (!mayDeleteForGood(person, site.editorsDelete))
    throw new AppError('forbidden', 'only the admin deletes clips for good')
}

// Loaded when they are asked for, with a schema that most starts do not need.
const shopVersions = () => import('#server/shop/versions.ts')
const shopPictures = () => import('#server/shop/pictures.ts')
const shopFile = () => import('#server/shop/transfer.ts')

/** The rooms of the studio. */
export const studio: Handlers<
  typeof editorCalls &
    typeof libraryCalls &
    typeof demandCalls &
    typeof healthCalls &
    typeof hookCalls &
    typeof logCalls &
    typeof memberCalls &
    typeof shopCalls &
    typeof testerCalls &
    typeof synonymCalls &
    typeof categoryCalls &
    typeof overviewCalls &
    typeof priceCalls &
    typeof proposalCalls &
    typeof uploadCalls
> = {
  studioClip: ({ deps }, { id }) => studioClip(deps, id),
  clipVersion: ({ deps }, { id }) => clipVersion(deps, id),
  editClip: ({ deps, member }, { id, ...edit }) => editClip(deps, member, id, edit),
  trashClip: ({ deps, member }, input) => moveToTrash(deps, member, { ...input, kind: 'trash' }),
  restoreClip: ({ deps, member }, input) => moveToTrash(deps, member, { ...input, kind: 'restore' }),
  deleteClip({ deps, member }, input) {
    assertMayDelete(deps, member)
    return deleteClip(deps, member, input)
  },
  publishStudioClip: ({ deps, member }, input) => publishNow(deps, member, input),
  hideStudioClip: ({ deps, member }, input) => hideNow(deps, member, input),
  scheduleClip: ({ deps, member }, input) => scheduleDraft(deps, member, input),
  async addStill({ deps }, input) {
    const still = await import('#server/ingest/still/add-still.ts')
    return still.addStill(deps, input)
  },
  renderAgain: ({ deps, member }, { id }) => renderAgain(deps, member, id),
  async clipFrames({ deps }, { id }) {
    // Loaded here, since few requests draw pictures.
    const { filmStrip } = await import('#server/ingest/retile/film-strip.ts')
    return filmStrip(deps, id)
  },
  keywordSuggestions: async ({ deps }, { q, locale }) => ({
    words: await suggestWords(deps, { text: q, locale }),
  }),
  otherWords: (_, input) => ({ words: otherWords(input) }),

  libraryPage: ({ deps }, query) => listLibrary(deps, query),
  libraryCounts: ({ deps }, filters) => countLibrary(deps, filters),
  libraryChoices: ({ deps }) => libraryChoices(deps),
  libraryIds: ({ deps }, { after: _, ...listed }) => allIds(deps, listed),
  previewBulk: ({ deps }, input) => previewBulk(deps, input),
  startBulk({ deps, member }, input) {
    if (input.change.kind === 'delete') assertMayDelete(deps, member)
    return startBulk(deps, member, input)
  },
  lastBulk: ({ deps, member }) => lastOperation(deps, member),
  bulkOperation: ({ deps }, { id }) => bulkOperation(deps, id),
  undoBulk: ({ deps, member }, { id }) => undoBulk(deps, member, id),
  exportSheet: ({ deps }, { ids }) => exportSheet(deps, ids),
  async previewImport({ deps }, { bytes }) {
    const { plan } = await planImport(deps.db, Buffer.from(bytes, 'base64'))
    return plan
  },
  importSheet: ({ deps, member }, input) => importSheet(deps, member, input),

  listSearches: ({ deps }, query) => listSearches(deps, query),
  searchesFile: ({ deps }, query) => csvOf(SEARCHES, searchRows(deps, query)),
  listClipFigures: ({ deps }, query) => listClipFigures(deps, query),
  clipFiguresFile: ({ deps }, query) => csvOf(CLIPS, clipRows(deps, query)),
  listCreators: ({ deps }, query) => listCreators(deps, query),
  creatorsFile: ({ deps }, query) => csvOf(CREATORS, creatorRows(deps, query)),
  listWishes: ({ deps }) => listWishes(deps),
  addWish: ({ deps, member }, input) => addWish(deps, member, input),
  wishesFile: ({ deps }) => csvOf(WISHES, wishRows(deps)),
  changeWish: ({ deps, member }, input) => changeWish(deps, member, input),
  removeWish: ({ deps, member }, { id }) => removeWish(deps, member, id),

  listRules: ({ deps }, query) => listRules(deps, query),
  addRule: ({ deps, member }, input) => addRule(deps, member, input),
  previewRule: ({ deps }, input) => previewRule(deps, input),
  explainSearch: ({ deps }, { q }) => explainSearch(deps, q),
  removeRule: ({ deps, member }, { id }) => removeRule(deps, member, id),
  rulesFile: ({ deps }) => rulesFile(deps),
  importRules: ({ deps, member }, { yaml }) => importRules(deps, member, yaml),

  listLog: ({ deps }, query) => listLog(deps, query),
  exportLog: ({ deps, member }, filter) => exportLog(deps, member, filter),

  listMembers: ({ deps }, query) => listMembers(deps, query),
  async showMember({ deps }, { id }) {
    const member = await showMember(deps, id)
    if (!member) throw new AppError('notFound')
    return member
  },
  async grantMembership({ deps, member: actor }, { id, membership, until }) {
    const grant = { membership, ...(until && { until: new Date(until) }) }
    if (!(await grantMembership(deps, { id, actor }, grant))) throw new AppError('notFound')
  },
  giveRole: ({ deps, member: actor }, { id, role }) => giveRole(deps, { id, actor }, role),
  suspendMember: ({ deps, member: actor }, { id, suspension }) =>
    suspendMember(deps, { id, actor }, suspension),
  deleteMember: ({ deps, member: actor }, { id, typed }) => deleteMember(deps, { id, actor }, typed),
  endMemberSessions: ({ deps, member: actor }, { id }) => endSessionsOfMember(deps, { id, actor }),
  sendMemberMail: ({ deps, member: actor }, { id, mail }) => SENDS[mail](deps, { id, actor }),
  exportMembers: ({ deps, member }, filter) => exportMembers(deps, member, filter),

  testerRoom: ({ deps }) => testerRoom(deps),
  async makeTesterKeys({ deps, member: by }, input) {
    await makeTesterKeys(deps, { ...input, by })
  },
  async revokeTesterKey({ deps, member }, { id }) {
    if (!(await revokeTesterKey(deps, id, member))) throw new AppError('notFound')
  },

  studioPrices: ({ deps }) => studioPrices(deps),
  stripePlan: ({ deps }) => studioStripe(deps),
  setUpStripe: ({ deps, member }) => studioStripe(deps, member),
  setPlanPrice: ({ deps, member: by }, input) => changePrice(deps, { ...input, by }),
  moveMembers: ({ deps, member: by }, input) => moveOrStop(deps, { ...input, by }),

  studioShop: async ({ deps }) => (await shopVersions()).studioShop(deps),
  saveShopDraft: async ({ deps, member }, input) => (await shopVersions()).saveDraft(deps, member, input),
  publishShop: async ({ deps, member }, input) => (await shopVersions()).publishDraft(deps, member, input),
  restoreShop: async ({ deps, member }, input) => (await shopVersions()).restoreVersion(deps, member, input),
  exportShop: async ({ deps }) => (await shopFile()).exportShop(deps),
  importShop: async ({ deps, member }, input) => (await shopFile()).importShop(deps, member, input),
  addShopPicture: async ({ deps }, input) => (await shopPictures()).addPicture(deps, input),
  previewShop({ deps, member, context }) {
    context.cookies.set(PREVIEW_COOKIE, previewPass(deps, member), {
      ...{ httpOnly: true, sameSite: 'strict', path: '/', maxAge: PREVIEW_SECONDS },
      secure: deps.site.url.protocol === 'https:',
    })
  },

  categoryLines: ({ deps }) => listCategoryLines(deps),
  addCategory: ({ deps, member }, input) => addCategory(deps, member, input),
  renameCategory: ({ deps, member }, input) => renameCategory(deps, member, input),
  deleteCategory: ({ deps, member }, { key }) => deleteCategory(deps, member, key),
  orderCategories: ({ deps, member }, { keys }) => orderCategories(deps, member, keys),
  moveCategory: ({ deps, member }, input) => moveCategory(deps, member, input),

  checkHealth: ({ deps }) => checkHealth(deps),

  hookRoom: ({ deps }) => hookRoom(deps),
  addHook: ({ deps, member }, input) => addHook(deps, member, input),
  changeHook: ({ deps, member }, { id, act }) => changeHook(deps, member, id, act),
  sendHookAgain: ({ deps }, { id, delivery }) => sendHookAgain(deps, id, delivery),

  readOverview: ({ deps, member }, query) => readOverview(deps, member, query),
  listFailedJobs: ({ deps }) => listFailedJobs(deps),
  retryJob: ({ deps, member }, { id }) => retryJob(deps, member, id),
  dismissJob: ({ deps, member }, { id }) => dismissJob(deps, member, id),

  listProposals: ({ deps }, query) => listProposals(deps, query),
  askProposals: ({ deps, member }, { clips }) => askProposals(deps, member, clips),
  decideProposals: ({ deps, member }, input) => decideProposals(deps, member, input),

  uploadList: ({ deps }, query) => listUploads(deps.db, query),
  uploadKnown: async ({ deps }, { sha256 }) => ({ clip: (await idOfOriginal(deps.db, sha256)) ?? null }),
  closeBatch: ({ deps, member }, { id }) => closeBatch(deps, { batch: id, user_id: member.id }),
  cancelUpload: ({ deps, member }, { id }) => cancelUpload(deps, member, id),
  retryUpload: ({ deps, member }, { id }) => retryUpload(deps, member, id),
  removeUpload: ({ deps, member }, { id }) => removeUpload(deps, member, id),
}
