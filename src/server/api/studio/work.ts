import type * as categoryCalls from '#contract/studio/categories-calls.ts'
import type * as overviewCalls from '#contract/studio/overview-calls.ts'
import type * as uploadCalls from '#contract/studio/uploads-calls.ts'
import {
  addCategory,
  deleteCategory,
  moveCategory,
  orderCategories,
  renameCategory,
} from '#server/categories/edit-category.ts'
import { listCategoryLines } from '#server/categories/list-categories.ts'
import type { Handlers } from '#server/http/endpoint/answer-call.ts'
import { idOfOriginal } from '#server/library/publish-clip.ts'
import { dismissJob, listFailedJobs, retryJob } from '#server/overview/queue.ts'
import { readOverview } from '#server/overview/read-overview.ts'
import { cancelUpload, removeUpload, retryUpload } from '#server/uploads/change-upload.ts'
import { closeBatch } from '#server/uploads/close-batch.ts'
import { listUploads } from '#server/uploads/upload-lines.ts'

export const categories: Handlers<typeof categoryCalls> = {
  categoryLines: ({ deps }) => listCategoryLines(deps),
  addCategory: ({ deps, member }, input) => addCategory(deps, member, input),
  renameCategory: ({ deps, member }, input) => renameCategory(deps, member, input),
  deleteCategory: ({ deps, member }, { key }) => deleteCategory(deps, member, key),
  orderCategories: ({ deps, member }, { keys }) => orderCategories(deps, member, keys),
  moveCategory: ({ deps, member }, input) => moveCategory(deps, member, input),
}

export const overview: Handlers<typeof overviewCalls> = {
  readOverview: ({ deps, member }, query) => readOverview(deps, member, query),
  listFailedJobs: ({ deps }) => listFailedJobs(deps),
  retryJob: ({ deps, member }, { id }) => retryJob(deps, member, id),
  dismissJob: ({ deps, member }, { id }) => dismissJob(deps, member, id),
}

export const uploads: Handlers<typeof uploadCalls> = {
  uploadList: ({ deps }, query) => listUploads(deps.db, query),
  uploadKnown: async ({ deps }, { sha256 }) => ({ clip: (await idOfOriginal(deps.db, sha256)) ?? null }),
  closeBatch: ({ deps, member }, { id }) => closeBatch(deps, { batch: id, user_id: member.id }),
  cancelUpload: ({ deps, member }, { id }) => cancelUpload(deps, member, id),
  retryUpload: ({ deps, member }, { id }) => retryUpload(deps, member, id),
  removeUpload: ({ deps, member }, { id }) => removeUpload(deps, member, id),
}
