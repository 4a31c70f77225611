import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets that must be readable again. `owner` is bound to them: a row copied to another owner is unreadable.
 */
export interface SealedSecrets {
  seal(text: string, owner: string): string
  /** Undefined if no key fits, or if it was sealed for another owner. */
  open(sealed: string, owner: string): string | undefined
  /** Whether the newest key sealed it. */
  isNewest(sealed: string): boolean
}

const CIPHER = 'aes-256-gcm'
const IV_LENGTH = 12
const FORMAT = /^v1\.([\w-]+)\.([\w-]+)\.([\w-]+)\.([\w-]+)$/

/** @param mediaKeys newest first: the first seals, all open */
export function sealedSecrets(mediaKeys: readonly string[]): SealedSecrets {
  const keys = mediaKeys.map((mediaKey) => ({
    id: derived(mediaKey, 'nagare secret key id', 6).toString('base64url'),
    key: derived(mediaKey, 'nagare secret key', 32),
  }))
  return {
    seal(text, owner) {
      const [newest] = keys
      if (!newest) throw new Error('no key to seal with')
      const iv = randomBytes(IV_LENGTH)
      const cipher = createCipheriv(CIPHER, newest.key, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const parts = [iv, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))
      return ['v1', newest.id, ...parts].join('.')
    },
    open(sealed, owner) {
      const [, keyId, iv = '', text = '', tag = ''] = FORMAT.exec(sealed) ?? []
      const found = keys.find(({ id }) => id === keyId)
      if (!found) return undefined
      const [nonce, bytes, authTag] = [iv, text, tag].map((part) => Buffer.from(part, 'base64url'))
      try {
        const decipher = createDecipheriv(CIPHER, found.key, nonce!)
        decipher.setAAD(Buffer.from(owner)).setAuthTag(authTag!)
        return decipher.update(bytes!, undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
    isNewest: (sealed) => FORMAT.exec(sealed)?.[1] === keys[0]?.id,
  }
}

function derived(mediaKey: string, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', mediaKey, '', purpose, length))
}
