import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyAnswer } from '#contract/accounts/factors.ts'

interface Signing {
  challenge: string
  origin?: string
  rpId?: string
  counter?: number
  /** Whether the person was checked, by PIN or finger. */
  verified?: boolean
}

export interface SoftAuthenticator {
  id: string
  /** The browser's answer for a new passkey. */
  make(signing: Signing): PasskeyAnswer
  /** The browser's answer for a signature. */
  use(signing: Signing): PasskeyAnswer
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }
const ORIGIN = 'https://nagare.example'

/** An authenticator with one passkey, in memory: a browser's answers, right or wrong. */
export function softAuthenticator(): SoftAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 16]), credentialId, coseKey])
  const answer = (response: PasskeyAnswer['response']): PasskeyAnswer => ({
    id,
    rawId: id,
    type: 'public-key',
    response,
    clientExtensionResults: {},
  })
  return {
    id,
    make(signing) {
      const authData = new Uint8Array(Buffer.concat([authenticatorData(signing, FLAGS.attested), attested]))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      const object = isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])
      return answer({
        clientDataJSON: clientData('webauthn.create', signing).toString('base64url'),
        attestationObject: Buffer.from(object).toString('base64url'),
        transports: ['internal'],
      })
    },
    use(signing) {
      const client = clientData('webauthn.get', signing)
      const data = authenticatorData(signing)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      })
    },
  }
}

function clientData(type: string, { challenge, origin = ORIGIN }: Signing): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData(
  { rpId = new URL(ORIGIN).hostname, counter = 0, verified = true }: Signing,
  more = 0,
): Buffer {
  const bytes = Buffer.alloc(5)
  bytes[0] = FLAGS.present | (verified ? FLAGS.verified : 0) | more
  bytes.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), bytes])
}
