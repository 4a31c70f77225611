import type { KyselyPlugin, RootOperationNode } from 'kysely'

const WRITES = ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']
const WRITES_BY_HAND = /^\s*(?:insert|update|delete)/i

/** A database with space for a number of writes. */
export interface FullDatabase {
  plugin: KyselyPlugin
  /** Space for this many writes from now on. */
  fillAfter(writes: number): void
  makeRoom(): void
  /** Whether a write was refused since it began to fill. */
  hasRefused(): boolean
}

/** Refuses writes like an engine with a full disk. */
export function fullDatabase(): FullDatabase {
  let left = Number.POSITIVE_INFINITY
  let refused = false
  return {
    plugin: {
      transformQuery({ node }) {
        if (!isWrite(node) || left-- > 0) return node
        refused = true
        throw Object.assign(new Error('database or disk is full'), { errcode: 13, code: '53100' })
      },
      transformResult: async ({ result }) => result,
    },
    fillAfter(writes) {
      left = writes
      refused = false
    },
    makeRoom() {
      left = Number.POSITIVE_INFINITY
    },
    hasRefused: () => refused,
  }
}

function isWrite(node: RootOperationNode): boolean {
  if (node.kind === 'RawNode') return WRITES_BY_HAND.test(node.sqlFragments[0] ?? '')
  return WRITES.includes(node.kind)
}
