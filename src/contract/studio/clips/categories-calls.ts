import { editor } from '../../call.ts'
import {
  CategoryInput,
  CategoryLabels,
  CategoryLines,
  CategoryMove,
  CategoryOrder,
  CategoryPath,
} from './categories.ts'

export const categoryLines = editor.get('/api/studio/categories', {
  does: 'All categories with their numbers of clips, in the order of the bar.',
  answer: CategoryLines,
})

export const addCategory = editor.post('/api/studio/categories', {
  does: 'Adds a category at the end of the bar.',
  example: { key: 'snow', label: 'Snow', label_ja: '雪' },
  body: CategoryInput,
  errors: ['categoryExists'],
})

export const renameCategory = editor.put('/api/studio/categories/{key}', {
  does: 'Changes the labels of a category.',
  example: { key: 'snow', label: 'Snow and ice', label_ja: '雪と氷' },
  params: CategoryPath,
  body: CategoryLabels,
  errors: ['categoryNotFound'],
})

export const deleteCategory = editor.del('/api/studio/categories/{key}', {
  does: 'Deletes a category without clips.',
  example: { key: 'snow' },
  params: CategoryPath,
  errors: ['categoryNotFound', 'categoryInUse'],
})

export const orderCategories = editor.put('/api/studio/categories/order', {
  does: 'Puts categories into an order; those left out follow in their old one.',
  example: { keys: ['snow', 'temple'] },
  body: CategoryOrder,
})

export const moveCategory = editor.post('/api/studio/categories/{key}/move', {
  does: 'Moves all clips of a category and redirects its address; `new` makes the target category.',
  example: { key: 'snow', to: 'winter', new: true },
  params: CategoryPath,
  body: CategoryMove,
  errors: ['categoryNotFound', 'categoryExists'],
})
