import { expect, test } from 'vitest'
import { isSignedBy, signCheckpoint, signingKey, vkeysOf } from '#api/notary/note.ts'
import { isVkey, readCheckpoint } from '#schemas/proofs/checkpoint.ts'

const origin = 'siteledger/log/0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22'
const key = signingKey(origin, Buffer.alloc(32, 7))
const root = Buffer.from('c8f00b516b1d9cddaf7acbb94784828607ecab08bce12c26cbb607cb36f69fab', 'hex')
const checkpoint = { origin, size: 5, root }
const at = new Date(1_774_951_200_000)
const note = signCheckpoint(checkpoint, [key], at)
const signed = (text: string) => {
  const read = readCheckpoint(text)
  if (!read) throw new Error('no checkpoint')
  return read
}

test('the published checkpoint, byte by byte, and the keys that check it', () => {
  expect(note).toBe(`siteledger/log/0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22
5
yPALUWsdnN2vesu5R4SChgfsqwi84Swmy7YHyzb2n6s=

— siteledger/log/0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 wP7Lqy6oKCOdv7eAhNlvMpc2lMnjtFEUGpkc1Pn37cY5w6kYuv1t3MOh/f/9YJbcZwpdkxIz3Jd7jRhkAixHF8qsIQ4=
— siteledger/log/0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 7AG+WAAAAABpy5sgj5Mz1Hvv4XVZVf3uSEf42QI5UNpI+VZA6rNQwi0jPzghkdgx7PCi8+vMjIfNsMHw+/cCBs1O3MAS9b96QWxpDg==
`)
  expect(vkeysOf(key)).toEqual([
    `${origin}+c0fecbab+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs`,
    `${origin}+ec01be58+BOpKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs`,
  ])
})

test('a checkpoint is read as it was signed, with the time', () => {
  expect(signed(note)).toMatchObject({ ...checkpoint, root: new Uint8Array(checkpoint.root), signedAt: at })
  expect(isSignedBy(signed(note), vkeysOf(key))).toBe(true)
  // Each kind of signature is enough for whoever knows its key.
  for (const vkey of vkeysOf(key)) expect(isSignedBy(signed(note), [vkey])).toBe(true)
})

test('an altered size, root, origin, time or signature is found, and so is a note that nobody who is known signed', () => {
  const lines = note.split('\n')
  const timed = Buffer.from(lines[5]?.split(' ')[2] ?? '', 'base64')
  timed.writeUInt8(timed.readUInt8(11) + 1, 11)
  const altered = [
    note.replace('\n5\n', '\n6\n'),
    note.replace('yPAL', 'yPAM'),
    note.replace(origin, `${origin}0`),
    note.replace(lines[5]?.split(' ')[2] ?? '', timed.toString('base64')),
    note.replace('wP7Lqy6o', 'wP7Lqy6p'),
    signCheckpoint(checkpoint, [signingKey(origin, Buffer.alloc(32, 8))], at),
  ]

  for (const text of altered) expect(isSignedBy(signed(text), vkeysOf(key)), text).toBe(false)
  expect(isSignedBy(signed(note), [])).toBe(false)
  const other = signingKey(`${origin}/2`, Buffer.alloc(32, 8))
  const both = signed(signCheckpoint(checkpoint, [key, other], at))
  expect(both.signatures).toHaveLength(4)
  for (const each of [key, other]) expect(isSignedBy(both, vkeysOf(each))).toBe(true)
})

test.each([
  '',
  'siteledger/log/1\n5\nyPALUWsdnN2vesu5R4SChgfsqwi84Swmy7YHyzb2n6s=\n',
  note.replace('\n5\n', '\n05\n'),
  note.replace('\n\n', '\nan extension\n\n'),
  `${note}more`,
  note.replace('yPAL', 'yPA'),
])('a text that is no checkpoint is none: %#', (text) => {
  expect(readCheckpoint(text)).toBeUndefined()
})

test('a key with another name, id or kind is no key', () => {
  const [vkey = ''] = vkeysOf(key)

  expect(isVkey(vkey)).toBe(true)
  for (const text of ['', vkey.replace('log', 'LOG'), vkey.replace('c0fe', 'c0ff'), vkey.replace('+Aep', '+Cep')])
    expect(isVkey(text)).toBe(false)
})
