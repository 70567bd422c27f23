import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SigningKey, signCheckpoint, signNote, vkeysOf } from '#api/notary/note.ts'
import { type Entries, givenPack, noteOf, packEntries, packKey, signedBy, zipOf } from '#tests/support/made-pack.ts'
import { notaryKeys } from '#tests/support/notary-keys.ts'
import { verdictOf } from '#web/verify/verdict.ts'

const vkeys = vkeysOf(packKey)
const pack = await zipOf(signedBy(packKey, packEntries()))

const findings = async (bytes: Uint8Array, trusted: readonly string[] = vkeys, kept: readonly string[] = []) => {
  const notes = kept.map((text, at) => ({ name: `${at}.note`, text }))
  return verdictOf([await givenPack(bytes), ...notes], trusted).map(({ says, words }) => `${says}: ${words}`)
}
const failing = async (bytes: Uint8Array) =>
  (await findings(bytes))
    .filter((each) => each.startsWith('fails: '))
    .map((each) => each.slice('fails: PACK.zip: '.length))

const holding = [
  'holds: PACK.zip: all of its 13 entries are what its MANIFEST says.',
  'holds: PACK.zip: 6 events in it are among the 37 events of its checkpoint, which begin with what its 2 earlier ones count.',
  'holds: PACK.zip: 4 contents of files.csv are what was recorded.',
  'unchecked: PACK.zip: 1 content of files.csv cannot be compared: the data of the events are withheld.',
  'unchecked: PACK.zip: Old report, version 1, is not in the pack: it is gone.',
]

test('a pack holds, with who signed it', async () => {
  expect(await findings(pack)).toEqual([
    ...holding,
    'holds: PACK.zip: signed on 2026-03-31 22:59:59 UTC by a key you gave.',
  ])
  expect(await findings(pack, [])).toEqual([
    ...holding,
    `unchecked: PACK.zip: signed on 2026-03-31 22:59:59 UTC by the key ${vkeys[0]}, for which nobody has vouched.`,
  ])
})

test('with a checkpoint that somebody kept it is of one log, where it is one of its own', async () => {
  const [same, other, fork] = await Promise.all(
    [noteOf(23), noteOf(24), noteOf(23).replace(/\n.{43}=\n/, `\n${Buffer.alloc(32).toString('base64')}\n`)].map(
      (note) => findings(pack, [], [note]),
    ),
  )
  expect(same).toContain('holds: 0.note and checkpoints/23.note of PACK.zip count the same events.')
  expect(other?.filter((each) => each.includes('consistency'))).toHaveLength(2)
  expect(fork).toContain(
    'fails: 0.note and checkpoints/23.note of PACK.zip are of as many events, and differ: two logs.',
  )
})

test('a checkpoint of before the notary began anew is named; one of the same name that does not fit is a failure', async () => {
  const withNote = async (key: SigningKey) => {
    const checkpoint = { origin: key.name, size: 50, root: Buffer.alloc(32) }
    const note = Buffer.from(signCheckpoint(checkpoint, [key], new Date(0)))
    const keys = Buffer.from([...vkeys, ...vkeysOf(key)].map((vkey) => `${vkey}\n`).join(''))
    const entries = new Map([...packEntries(), ['checkpoints/50.note', note], ['vkeys.txt', keys]] as const)
    return findings(await zipOf(signedBy(packKey, entries)))
  }

  expect(await withNote(notaryKeys(2))).toContain(
    'unchecked: PACK.zip: checkpoints/50.note is of the log before its notary began anew, and is not of this one.',
  )
  expect(await withNote(packKey)).toEqual([
    'fails: PACK.zip: its events do not lead to the root of checkpoints/50.note.',
  ])
})

/** A number from 0 on and below another one. */
type Pick = (below: number) => number

const at = (bytes: Uint8Array, start: number, end: number, instead: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, start), instead, bytes.subarray(end)])
const otherByte = (bytes: Uint8Array, pick: Pick): Buffer => {
  const place = pick(bytes.length)
  return at(bytes, place, place + 1, Buffer.of(((bytes[place] as number) + 1 + pick(255)) % 256))
}
const withLines = (
  entries: ReadonlyMap<string, Uint8Array>,
  path: string,
  change: (lines: string[]) => string[],
): Entries => {
  const lines = String(entries.get(path)).split('\n').slice(0, -1)
  return new Map(entries).set(
    path,
    Buffer.from(
      change(lines)
        .map((line) => `${line}\n`)
        .join(''),
    ),
  )
}
const withoutLine = (entries: ReadonlyMap<string, Uint8Array>, path: string, pick: Pick, from = 0): Entries =>
  withLines(entries, path, (lines) => lines.toSpliced(from + pick(lines.length - from), 1))
const letterOf = (text: string, place: number): string =>
  `${text.slice(0, place)}${text[place] === '7' ? '8' : '7'}${text.slice(place + 1)}`

const own = packEntries()
const photo = own.get('files/Boiler.jpg') as Uint8Array
const whole = new Map(signedBy(packKey, own))

/** One thing that somebody changes in a pack who has not the key of the log. */
const byAnybody: Record<string, (pick: Pick) => Promise<Uint8Array> | Uint8Array> = {
  'a byte': (pick) => otherByte(pack, pick),
  'a byte more': (pick) => {
    const place = pick(pack.length + 1)
    return at(pack, place, place, Buffer.of(pick(256)))
  },
  'a byte less': (pick) => {
    const place = pick(pack.length)
    return at(pack, place, place + 1, Buffer.of())
  },
  'the end is cut off': (pick) => pack.subarray(0, pick(pack.length)),
  'an entry is missing': (pick) => zipOf(new Map([...whole].toSpliced(pick(whole.size), 1))),
  'an entry more': (pick) =>
    zipOf(new Map([...whole].toSpliced(pick(whole.size + 1), 0, ['files/More.pdf', Buffer.from('more')]))),
  'an entry stands elsewhere': (pick) => {
    const others = [...whole]
    const moved = others.splice(pick(others.length), 1)
    return zipOf(new Map(others.toSpliced(pick(whole.size), 0, ...moved)))
  },
  'CRC-32 of other contents': (pick) => {
    const other = 1 + pick(2 ** 32 - 1)
    return zipOf(whole, (bytes) => (crc32(bytes) ^ other) >>> 0)
  },
  'another content, with other headers': (pick) => {
    const [path, bytes] = [...whole][pick(whole.size)] as [string, Uint8Array]
    return zipOf(new Map(whole).set(path, otherByte(bytes, pick)))
  },
  'another content, with another line and digest of the manifest, but the old signatures': (pick) => {
    const [path, bytes] = [...own][pick(own.size)] as [string, Uint8Array]
    const signed = new Map(signedBy(packKey, new Map(own).set(path, otherByte(bytes, pick))))
    const signatures = String(whole.get('MANIFEST')).split('\n\n')[2] as string
    const manifest = String(signed.get('MANIFEST')).replace(/(?<=\n\n)— .*$/s, signatures)
    return zipOf(signed.set('MANIFEST', Buffer.from(manifest)))
  },
  'all of it, by another key': () => {
    const other = { ...notaryKeys(2), name: packKey.name }
    const keys = vkeysOf(other).map((vkey) => `${vkey}\n`)
    const notes = [7, 23].map((size) => [`checkpoints/${size}.note`, Buffer.from(noteOf(size, other))] as const)
    const entries = new Map([...own, ['checkpoint.note', Buffer.from(noteOf(37, other))] as const, ...notes])
    return zipOf(signedBy(other, entries.set('vkeys.txt', Buffer.from(keys.join('')))))
  },
}

/** One thing that is wrong with what the key of the log has signed. */
const bySigner: Record<string, (pick: Pick) => Entries> = {
  'a leaf is missing': (pick) => withoutLine(own, 'leaves.jsonl', pick),
  'two leaves are swapped': (pick) =>
    withLines(own, 'leaves.jsonl', (lines) => {
      const place = pick(lines.length - 1)
      return lines.toSpliced(place, 2, lines[place + 1] as string, lines[place] as string)
    }),
  'a digit of a leaf, its data or its metadata': (pick) =>
    withLines(own, 'leaves.jsonl', (lines) => {
      const which = pick(lines.length)
      const digits = [...(lines[which] as string).matchAll(/\d/g)]
      return lines.with(which, letterOf(lines[which] as string, digits[pick(digits.length)]?.index ?? 0))
    }),
  'data are withheld without saying so': (pick) =>
    withLines(own, 'leaves.jsonl', (lines) => {
      const which = pick(lines.length)
      return lines.with(
        which,
        String(lines[which]).replace(/"data":("(?:[^"\\]|\\.)*"|null)(.*?)(,"withheld":true)?}$/, '"data":null$2}'),
      )
    }),
  'a node is missing': (pick) => withoutLine(own, 'nodes.txt', pick),
  'a letter of a node': (pick) =>
    withLines(own, 'nodes.txt', (lines) => {
      const which = pick(lines.length)
      return lines.with(which, letterOf(lines[which] as string, pick(String(lines[which]).length)))
    }),
  'a root of another tree': (pick) => {
    const sizes = [37, 7, 23]
    const size = sizes[pick(3)] as number
    const path = size === 37 ? 'checkpoint.note' : `checkpoints/${size}.note`
    const text = `${packKey.name}\n${size}\n${Buffer.alloc(32, pick(256)).toString('base64')}\n`
    return new Map(own).set(path, Buffer.from(signNote(text, [packKey], new Date(0))))
  },
  'a byte of a file': (pick) => {
    const files = [...own].filter(([path]) => path.startsWith('files/'))
    const [path, bytes] = files[pick(files.length)] as [string, Uint8Array]
    return new Map(own).set(path, otherByte(bytes, pick))
  },
  'a file that is not listed': () => new Map([...own, ['files/More.pdf', Buffer.from('more')]]),
  'two files of one path where case does not count': () => [...own, ['files/BOILER.jpg', photo]],
  'a path that leads elsewhere': (pick) => {
    const paths = ['/etc/x', '../x', 'files/../../x', 'files\\..\\x', 'C:/x', 'files//x', 'files/x/', 'files/\0x']
    return [...own, [paths[pick(paths.length)] ?? '', photo]]
  },
  'two files of one path': () => [...own, ['files/Boiler.jpg', Buffer.from('another boiler')]],
  'a line of files.csv is missing': () => withLines(own, 'files.csv', (lines) => lines.toSpliced(1, 1)),
  'a file is missing': (pick) => {
    const files = [...own.keys()].filter((path) => path.startsWith('files/'))
    const missing = files[pick(files.length)]
    return new Map([...own].filter(([path]) => path !== missing))
  },
  'a content that another event recorded': (pick) =>
    withLines(own, 'files.csv', (lines) => {
      const which = 1 + pick(2)
      return lines.with(
        which,
        String(lines[which]).replace(/,1[12],/, (found) => (found === ',11,' ? ',12,' : ',11,')),
      )
    }),
}

const pickFrom =
  (gen: fc.GeneratorValue): Pick =>
  (below) =>
    gen(fc.nat, below - 1)

/** PACK_MUTATIONS=1000 makes as many of each kind of hand; here there are some of each kind. */
const runs = Number(process.env.PACK_MUTATIONS ?? 12)

test('whatever is changed in a pack is found', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...Object.entries(byAnybody)),
    fc.gen(),
    async ([kind, mutate], gen) => {
      const bytes = await mutate(pickFrom(gen))
      if (!pack.equals(bytes)) expect(await failing(bytes), kind).not.toEqual([])
    },
  )
  await fc.assert(property, { numRuns: runs })
})

test('whatever is wrong in what was signed is found', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...Object.entries(bySigner)),
    fc.gen(),
    async ([kind, mutate], gen) => {
      const bytes = await zipOf(signedBy(packKey, mutate(pickFrom(gen))))
      expect(await failing(bytes), kind).not.toEqual([])
    },
  )
  await fc.assert(property, { numRuns: runs })
})

test('packs of any events of the log hold', async () => {
  const others = fc.uniqueArray(fc.nat(36), { maxLength: 12 })
  const property = fc.asyncProperty(others, async (chosen) => {
    const leaves = [...new Set([11, 12, 30, ...chosen])].sort((one, other) => one - other)
    expect(await failing(await zipOf(signedBy(packKey, packEntries(leaves))))).toEqual([])
  })
  await fc.assert(property, { numRuns: Math.ceil(runs / 10) })
})
