import { del, get, post, put } from '../call.ts'
import {
  CategoryInput,
  CategoryLabels,
  CategoryLines,
  CategoryMove,
  CategoryOrder,
  CategoryPath,
} from './categories.ts'

export const categoryLines = get('/api/studio/categories', {
  does: 'All categories with their numbers of clips, in the order of the bar.',
  may: 'editor',
  answer: CategoryLines,
})

export const addCategory = post('/api/studio/categories', {
  does: 'Adds a category at the end of the bar.',
  may: 'editor',
  body: CategoryInput,
  errors: ['categoryExists'],
})

export const renameCategory = put('/api/studio/categories/{key}', {
  does: 'Changes the labels of a category.',
  may: 'editor',
  params: CategoryPath,
  body: CategoryLabels,
  errors: ['categoryNotFound'],
})

export const deleteCategory = del('/api/studio/categories/{key}', {
  does: 'Deletes a category without clips.',
  may: 'editor',
  params: CategoryPath,
  errors: ['categoryNotFound', 'categoryInUse'],
})

export const orderCategories = put('/api/studio/categories/order', {
  does: 'Puts categories into an order; those left out follow in their old one.',
  may: 'editor',
  body: CategoryOrder,
})

export const moveCategory = post('/api/studio/categories/{key}/move', {
  does: 'Moves all clips of a category and redirects its address; `new` makes the target category.',
  may: 'editor',
  params: CategoryPath,
  body: CategoryMove,
  errors: ['categoryNotFound', 'categoryExists'],
})
