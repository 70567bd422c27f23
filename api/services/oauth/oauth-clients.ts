import { tokenDigest } from '#api/adapters/bearers.ts'
import { type OAuthClient, oauthClientDecider } from '#api/domain/oauth-client.ts'
import { sameDigest } from '#api/domain/same-digest.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { oauthClientStream } from '#api/event-store/streams.ts'
import { type ClientCredentials, clientCredentialsOf } from '#api/http/client-credentials.ts'
import { oauthError } from '#api/http/oauth-error.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { OAuthClientId, type UserId } from '#schemas/ids.ts'
import { commandLineClient } from '#schemas/rights/command-line-client.ts'

type RegisteredClient = OAuthClient & { status: 'active' }

/** A client that may ask; the command line belongs to the installation and has no `userId`. */
export type ActiveClient = Omit<RegisteredClient, 'userId'> & { userId: UserId | null }

const commandLine: ActiveClient = {
  status: 'active',
  userId: null,
  confidential: false,
  secret: null,
  ...commandLineClient,
}

/** Looks up the owners of clients. */
/** The people that clients may be of. */
export type Owners = Pick<ReadModels['directory']['accounts'], 'user'>

/**
 * The client of this id, by the log, or the command line; undefined for any other text, for one that is deleted, and for
 * one whose owner is erased: the log no longer has it once the workers have destroyed their key.
 */
export const findClient = async (ledger: Ledger, owners: Owners, id: string): Promise<ActiveClient | undefined> => {
  const parsed = OAuthClientId.safeParse(id)
  // Only the one spelling of an id.
  if (parsed.data !== id) return undefined
  if (parsed.data === commandLine.clientId) return commandLine
  const client = await load(ledger, oauthClientDecider, oauthClientStream(parsed.data))
  return client.status === 'active' && owners.user(client.userId)?.email != null ? client : undefined
}

/** Whether this is the client's secret; a public one has none and gives none. */
const proves = ({ secret }: ClientCredentials, client: ActiveClient): boolean => {
  if (!client.confidential) return secret === null
  return secret !== null && client.secret !== null && sameDigest(tokenDigest(secret), tokenDigest(client.secret))
}

/** The client that a request to the token or revocation endpoint comes from. Throws 400 and 401. */
export const authenticatedClient = async (
  ledger: Ledger,
  owners: Owners,
  request: Parameters<typeof clientCredentialsOf>[0],
): Promise<ActiveClient> => {
  const credentials = clientCredentialsOf(request)
  const client = await findClient(ledger, owners, credentials.clientId)
  if (client && proves(credentials, client)) return client
  throw oauthError('invalid_client', 'The client is not known, or did not prove to be the one it says.')
}
