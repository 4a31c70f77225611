import { editor } from '../../call.ts'
import {
  ExplainQuery,
  Explanation,
  ImportedRules,
  MOST_RULE_BYTES,
  Rule,
  RuleInput,
  RuleParams,
  RulePreview,
  Rules,
  RulesFile,
  RulesQuery,
} from './synonyms.ts'

export const listRules = editor.get('/api/studio/synonyms', {
  does: 'What operators teach search, newest first, with conflicts.',
  query: RulesQuery,
  answer: Rules,
})

export const addRule = editor.post('/api/studio/synonyms', {
  does: 'Teaches search a rule. One that is there is returned as it is; a pin gets the new clips and end.',
  example: { kind: 'also', word: 'zen', target: 'temple' },
  body: RuleInput,
  answer: Rule,
  errors: ['badRule', 'badClips', 'tooManyRules'],
})

export const previewRule = editor.post('/api/studio/synonyms/preview', {
  does: 'The first ten clips of the word without and with a rule, which is not saved.',
  example: { kind: 'also', word: 'zen', target: 'temple' },
  body: RuleInput,
  answer: RulePreview,
  errors: ['badRule', 'badClips'],
})

export const explainSearch = editor.get('/api/studio/synonyms/explain', {
  does: 'How search reads a text, which rules it follows, and why each of the first ten clips is there.',
  example: { q: 'temple' },
  query: ExplainQuery,
  answer: Explanation,
})

export const removeRule = editor.del('/api/studio/synonyms/{id}', {
  does: 'Takes a rule back; may be repeated.',
  example: { id: 1 },
  params: RuleParams,
})

export const rulesFile = editor.get('/api/studio/synonyms.yaml', {
  does: 'All rules as a file.',
  file: { type: 'application/yaml; charset=utf-8', name: 'synonyms.yaml' },
})

export const importRules = editor.post('/api/studio/synonyms/import', {
  does: 'Adds the rules of a file, each alone: the others are added if one is refused.',
  example: { yaml: '- { kind: also, word: zen, target: temple }' },
  body: RulesFile,
  answer: ImportedRules,
  errors: ['badRule'],
  bodyBytes: 2 * MOST_RULE_BYTES,
})
