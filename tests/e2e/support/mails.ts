import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './test.ts'

/** The text of a mail as its reader sees it: lines that were broken for the way put together again. */
const decoded = (mail: string): string =>
  mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The data folder of the product that the whole run shares. */
const shared = (): string => process.env.SITELEDGER_DATA_DIR ?? ''

/** What was caught in one kind of file, oldest first. A mail may go while the folder is read: its person was erased. */
const caught = async (dataDir: string, ending: '.eml' | '.txt'): Promise<string[]> => {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(ending)).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => undefined)))
  return texts.filter((text) => text !== undefined)
}

const mailsTo = async (address: string, dataDir: string): Promise<string[]> =>
  (await caught(dataDir, '.eml')).map(decoded).filter((mail) => new RegExp(`^To: .*${address}`, 'm').test(mail))

/** The link in the one mail that an address got, once it has come. */
export const mailedLink = async (address: string, dataDir = shared()): Promise<string> => {
  await expect.poll(async () => (await mailsTo(address, dataDir)).length).toBe(1)
  const [mail = ''] = await mailsTo(address, dataDir)
  return /https?:\/\/\S+\/(?:register\?|verify-email#)\S+/.exec(mail)?.[0] ?? ''
}

/** The codes that a phone was sent, oldest first. */
const codesTo = async (phone: string): Promise<string[]> =>
  (await caught(shared(), '.txt'))
    .filter((text) => text.startsWith(`To: ${phone}\n`))
    .map((text) => /\b\d{6}\b/.exec(text)?.[0] ?? '')

/** The code in the n-th text message to a phone, once it has come. */
export const textedCode = async (phone: string, nth: number): Promise<string> => {
  await expect.poll(async () => (await codesTo(phone)).length).toBe(nth)
  return (await codesTo(phone))[nth - 1] ?? ''
}
