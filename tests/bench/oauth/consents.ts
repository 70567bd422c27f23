import { hash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { tokenDigest } from '#api/adapters/bearers.ts'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { readEnv } from '#api/env/env.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { type NewEvent, openLedger } from '#api/event-store/ledger.ts'
import { oauthGrantStream } from '#api/event-store/streams.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import { OAuthClientId, OAuthGrantId } from '#schemas/ids.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { appRedirect } from '#tests/support/oauth.ts'
import type { Member } from '#tests/support/teams.ts'
import { concurrently } from '../event-store/measure.ts'

/** A code that can be exchanged, with its verifier. */
export type Code = { code: string; verifier: string }

const lasts = 86_400_000

/**
 * So many consents of this user to this app, each with a code, as events: through the API a user is asked at most 60
 * times a minute. Resolves to the codes, and to the position of the last in the log.
 */
export const addConsents = async (
  installation: { dataDir: string; eventStoreUrl: string },
  { userId, teamId }: Member,
  clientText: string,
  count: number,
): Promise<{ codes: Code[]; position: string }> => {
  const env = readEnv({ DATA_DIR: installation.dataDir })
  const keys = openKeyStore(join(installation.dataDir, 'keys.sqlite'), masterKeyFor(env))
  const log = connectEventStore(installation.eventStoreUrl)
  const ledger = openLedger(log, keys)
  const clientId = OAuthClientId.parse(clientText)
  const event = (said: LedgerEvent): NewEvent => ({ ...said, id: newCommandId(), metadata: contextOf(teamId, userId) })
  const later = new Date(Date.now() + lasts).toISOString()
  const scopes = ['clients.view' as const]
  const codes: Code[] = []
  let position = ''
  await concurrently(32, async () => {
    while (codes.length < count) {
      const grantId = OAuthGrantId.parse(newCommandId())
      const verifier = randomBytes(32).toString('base64url')
      const random = randomBytes(32).toString('base64url')
      const code = `slc_${grantId}.${random}`
      codes.push({ code, verifier })
      const challenge = hash('sha256', verifier, 'base64url')
      const granted = { grantId, clientId, userId, teamId, scopes, endsAt: later }
      const issued = {
        grantId,
        codeDigest: tokenDigest(code),
        redirect: appRedirect,
        challenge,
        scopes,
        expiresAt: later,
      }
      position = await ledger.append(oauthGrantStream(grantId), 'no-stream', [
        event({ type: 'OAuthAccessGranted', data: granted }),
        event({ type: 'OAuthCodeIssued', data: issued }),
      ])
    }
  })
  await log.close()
  keys.close()
  return { codes, position }
}
