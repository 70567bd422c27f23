import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './test.ts'

/** The text of a mail as its reader sees it, with soft line breaks joined. */
const decoded = (mail: string): string =>
  mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The data folder of the product that all tests of the run share. */
const shared = (): string => process.env.SITELEDGER_DATA_DIR ?? ''

/** The captured files of one kind, oldest first. A mail may vanish while the folder is read: its person was erased. */
const caught = async (dataDir: string, ending: '.eml' | '.txt'): Promise<string[]> => {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(ending)).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => undefined)))
  return texts.filter((text) => text !== undefined)
}

const mailsTo = async (address: string, dataDir: string): Promise<string[]> =>
  (await caught(dataDir, '.eml')).filter((mail) => new RegExp(`^To: .*${address}`, 'm').test(mail)).map(decoded)

/** Waits for the one mail to an address that leads to a registration or verifies the address, and returns its link. */
export const mailedLink = async (address: string, dataDir = shared()): Promise<string> => {
  const links = async () =>
    (await mailsTo(address, dataDir)).flatMap(
      (mail) => /https?:\/\/\S+\/(?:register|verify-email)#\S+/.exec(mail)?.[0] ?? [],
    )
  await expect.poll(async () => (await links()).length).toBe(1)
  return (await links())[0] ?? ''
}

/** The codes that were sent to a phone, oldest first. */
const codesTo = async (phone: string): Promise<string[]> =>
  (await caught(shared(), '.txt'))
    .filter((text) => text.startsWith(`To: ${phone}\n`))
    .map((text) => /\b\d{6}\b/.exec(text)?.[0] ?? '')

/** Waits for the n-th text message to a phone and returns its code. */
export const textedCode = async (phone: string, nth: number): Promise<string> => {
  await expect.poll(async () => (await codesTo(phone)).length).toBe(nth)
  return (await codesTo(phone))[nth - 1] ?? ''
}

/** Waits for a mail to an address that says these words. */
export const mailSaying = async (address: string, words: string): Promise<void> => {
  await expect.poll(async () => (await mailsTo(address, shared())).some((mail) => mail.includes(words))).toBe(true)
}
