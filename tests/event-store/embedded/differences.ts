/**
 * Where the embedded node answers otherwise than the recorded server, and why that stays so. `at` names a probe and a
 * place in its answer, or several within it; `race` says that it depends on who was first.
 */
export type Difference = { reason: string; at: readonly string[]; race?: true }

const batch = 'append batch: '
const classic = 'append classic: '
const both = (...probes: string[]): string[] => probes.flatMap((probe) => [`${batch}${probe}`, `${classic}${probe}`])
const within = (probe: string, ...places: string[]): string[] => places.map((place) => `${probe} / ${place}`)
const codesOf = (...methods: string[]): string[] =>
  methods.flatMap((method) => [
    `D8 raw ${method} without a message / code`,
    `D8 raw ${method} with an empty message / status / code`,
  ])

const reading = 'read stream: directions and starting points (D3)'
const readingAll = 'read $all: directions and starting points (D3)'
const deadlines = 'raw batch: D2, D7 deadlines'
const refused = 'raw batch: answers'
const rawRead = 'read: raw messages of a read'
const rawFilter = 'read: filter on a read of $all (raw)'
const proposed = 'raw batch: proposed messages'
const parts = 'raw batch: parts'
const order = 'raw classic: proposed messages and orders'
const tombstone = 'tombstone: answers and what is left'

export const differences: readonly Difference[] = [
  {
    reason: 'It follows 24.10.4, and says of its few methods that it has them.',
    at: ['server: version and listed methods', 'D1 a log holds system events / kinds'],
  },
  {
    reason: 'A malformed request is INVALID_ARGUMENT; the server calls some a failure of its own, or never answers.',
    at: [
      ...within(reading, 'forwards, count 0', 'backwards from END, count 0', 'missing, count 0', 'empty name'),
      ...within(readingAll, 'count 0', 'backwards from END, count 0'),
      ...within(rawRead, '$all, 0', 'stream, 0', 'no revision option', 'no position option'),
      ...within(order, 'no stream identifier', 'empty stream name', 'event first', 'options twice', 'no id'),
      ...codesOf('Read', 'Append', 'Delete', 'Tombstone'),
      'D8 raw BatchAppend with an empty message / status / code',
      'raw: bytes that are no protobuf',
      ...within('raw delete and tombstone: answers', 'delete empty name', 'tombstone empty name'),
      ...within('subscribe $all: filters', 'invalid regex ('),
      'subscribe: checkpoint interval 0 (raw) / status / code',
    ],
  },
  {
    reason: 'A call of batches ends when its caller has ended it and all is answered; the server keeps it open.',
    at: [
      'D8 raw BatchAppend without a message',
      ...[
        'too large',
        'no expectation',
        'no stream identifier',
        'empty stream name',
        'no options',
        'no correlation id',
        'correlation id not a uuid',
        'revision 2^63',
      ].map((place) => `${refused} / ${place} / status`),
      ...[
        'no type',
        'no content type',
        'nothing',
        'empty type',
        'no id',
        'zero id',
        'id not a uuid',
        'empty uuid message',
      ].map((place) => `${proposed} / ${place} / status`),
      ...[
        'field 6 past',
        'field 6 past, too large (D2)',
        'field 6 past, too large, not final',
        'field 6 past, wrong revision',
        'field 7, 0 s (D7)',
        'field 7, -1 s (D7)',
        'field 7, 1 ns (D7)',
        'field 7, -1 s, too large',
      ].map((place) => `${deadlines} / ${place} / status`),
      ...within(parts, 'never final, then ended'),
    ],
  },
  {
    reason: 'The words of a refusal are its own.',
    at: [
      ...['no expectation', 'no stream identifier', 'empty stream name'].map(
        (place) => `${refused} / ${place} / answers`,
      ),
      ...[
        'no type',
        'no content type',
        'nothing',
        'empty type',
        'no id',
        'zero id',
        'id not a uuid',
        'empty uuid message',
      ].map((place) => `${proposed} / ${place} / answers`),
    ],
  },
  {
    reason: 'Nothing can be answered to a batch whose id cannot be read.',
    at: [`${refused} / no correlation id / answers`, `${refused} / correlation id not a uuid / answers`],
  },
  {
    reason: 'Ids are answered as texts, which is what the official client for Node asks for.',
    at: [
      'recorded event: raw metadata map, created, ids / ids when asked structured',
      'recorded event: raw metadata map, created, ids / ids when not asked',
      `${refused} / structured correlation id / answers`,
      ...within(deadlines, 'field 6 in 300 ms, never final', 'field 7, 300 ms, never final (D7)').map(
        (place) => `${place} / answers`,
      ),
    ],
  },
  {
    reason: 'A revision beyond 2^53 is read as one that no stream reaches.',
    at: [
      ...within(refused, 'revision 2^63', 'revision 2^64-1').map((place) => `${place} / answers`),
      'metadata: $tb 2^53',
    ],
  },
  {
    reason: 'Each batch is answered, also where one call brings two at once; of the server only the first was seen.',
    at: within(parts, 'the same correlation twice, both with options', 'two at once in one call'),
  },
  {
    reason: 'An append of no events has no place in the log.',
    at: [
      ...both('nothing at all'),
      `${refused} / no events / answers`,
      `${order} / no events / answers`,
      'delete: old events again with no_stream, any / noStream',
    ],
  },
  {
    reason: 'Fields for clients from before 2020 are left out.',
    at: within(order, 'no_stream on existing', 'exact, wrong', 'exists on missing'),
  },
  {
    reason:
      'A retry in another order or with a gap is no retry: refused at once, where the server hangs or acknowledges.',
    at: both('idempotency: reversed, any', 'idempotency: with a gap, any'),
  },
  {
    reason: 'The strict rule of later versions: metadata and type count as well towards the size of an append.',
    at: both('edge of maxAppendSize'),
  },
  {
    reason: 'A message of more than 17 MB is refused by the same rule as a smaller one.',
    at: ['z big event: 3.9, 5, 20 MB in one message'],
  },
  {
    reason: 'Equal appends at once are answered alike; on the server some run out of time.',
    at: both('32 equal ones at once'),
    race: true,
  },
  {
    reason:
      'A call of batches ends when all is answered; the server ended these once, and kept them open another time.',
    at: [`${refused} / no events / status`, `${parts} / a part after the last / status`],
    race: true,
  },
  {
    reason: 'Which of 20 short deadlines pass is a race.',
    at: [
      ...both('expired deadline'),
      'raw: classic call with an expired gRPC deadline',
      'client: read cancelled, for await left early',
    ],
    race: true,
  },
  {
    reason: 'A position has one number, and events are told apart by it; times are in milliseconds.',
    at: [
      `${readingAll} / backwards from event 2, commit 0, prepare -1`,
      'subscribe $all: from END, a position, live / event 2, prepare one before',
      'recorded event: raw metadata map, created, ids / finer than a millisecond',
      ...['interval 1, window 1', 'interval 2, window 3'].map(
        (how) => `subscribe $all: checkpoints at ${how}, resumed at every one`,
      ),
    ],
  },
  {
    reason: 'A filter without an interval of checkpoints is refused, in a read as in a subscription.',
    at: [`${rawFilter} / multiplier 0`],
  },
  {
    reason: 'Regular expressions are those of RE2, which cannot hold up the node.',
    at: within('subscribe $all: filters', 'named group, look-behind', '[[:alpha:]]'),
  },
  {
    reason:
      'Metadata that is not JSON has no limits; 2.0 is a whole number, and a wrong $acl, which nobody asks, harms none.',
    at: [
      ...['"$maxCount":2.0', '"$maxCount":2e0', '$acl wrong and $maxCount 2'].map((what) => `metadata: D6 ${what}`),
      'metadata: D6 $acl, $cacheControl wrong and $maxCount 2',
      ...['trailing garbage', 'byte order mark', 'single quotes'].map((what) => `metadata: D6 ${what}`),
    ],
  },
  {
    reason: 'A tombstone is final, for the metadata of its stream too, and a deleted metadata stream has none.',
    at: [
      ...within(tombstone, 'set metadata', 'append to metastream', 'in $all'),
      ...within('tombstone and delete of a metadata stream', 'meta'),
    ],
  },
  {
    reason: 'Whoever follows a stream learns of its tombstone by the error alone.',
    at: [
      'subscribe stream: soft delete, again written, tombstone meanwhile / tombstoned',
      ...within(
        'subscribe stream: tombstoned, soft-deleted',
        'tombstoned',
        'tombstoned, from END',
        'missing, then tombstoned',
      ),
    ],
  },
  {
    reason: 'A link is a revision, @ and a name, as the server writes it; other forms are not resolved.',
    at: ['links'],
  },
  {
    reason: 'The recording of raw subscriptions ended before their first answer.',
    at: [
      ...['stream', '$all from END', '$all filtered, from END'].map((what) => `subscribe: raw messages, ${what}`),
      ...['stream', '$all'].map((what) => `D9 a slow reader of ${what}: caught-up and fell-behind`),
    ],
  },
]
