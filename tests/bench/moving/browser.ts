import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { register } from '#schemas/resources/registration.ts'
import { launchOptions } from '#tests/support/chromium.ts'
import { newInstallation, type Part, parts, startProduct } from '#tests/support/product.ts'
import { registration } from '#tests/support/teams.ts'
import { familySeconds, processorSeconds } from '../process-cost.ts'

/**
 * `node tests/bench/moving/browser.ts [files] [bytes]`: a folder of files by the page of imports, and then as many by
 * `POST /api/file` from the same page with 4 at once: seconds, processor time of each process, and requests for each file.
 */
const files = Number(process.argv[2] ?? 3000)
const bytesEach = Number(process.argv[3] ?? 57_000)

const folder = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'siteledger-browser-'))
const installation = await newInstallation()
const product = await startProduct(installation)
const url = `http://localhost:${installation.port}`
const browser = await chromium.launch(launchOptions)
const print = (line: string): boolean => process.stdout.write(`${line}\n`)

/** Files that differ at their start alone, 33 a site. */
const write = async (share: string): Promise<void> => {
  const bytes = Buffer.alloc(bytesEach, 'x')
  for (let file = 0; file < files; file += 1) {
    const site = join(share, `Client ${Math.floor(file / 250)}`, `Site ${Math.floor(file / 33)}`)
    await mkdir(site, { recursive: true })
    bytes.write(`%PDF-1.7\n${file}\n`, 'latin1')
    await writeFile(join(site, `2025-03-11 File ${file}.pdf`), bytes)
  }
}

/** Seconds of processor time of each process; `browser` is what this process has started besides, and Chromium. */
const spent = () => {
  const of = (part: Part) => processorSeconds(product.pidOf(part) ?? 0)
  const server = parts.map((part): [string, number] => [part, of(part)])
  const all = familySeconds(process.pid) - familySeconds(product.pid) - processorSeconds(process.pid)
  return Object.fromEntries([...server, ['browser', all]])
}

const requests = new Map<string, number>()
const measured = async (words: string, work: () => Promise<unknown>): Promise<number> => {
  requests.clear()
  const before = spent()
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  print(`${words}: ${seconds.toFixed(1)} s, ${(files / seconds).toFixed(1)} files a second`)
  const each = Object.entries(spent()).map(([part, after]) => [part, ((after - (before[part] ?? 0)) / files) * 1000])
  print(`  processor ms a file: ${each.map(([part, ms]) => `${part} ${Number(ms).toFixed(1)}`).join(', ')}`)
  const most = [...requests].toSorted(([, one], [, other]) => other - one).slice(0, 12)
  print(`  requests: ${most.map(([path, count]) => `${path} ${count}`).join(', ')}`)
  return seconds
}

/** Sends the files of a field by `POST /api/file`, 4 at once, to the first site. */
const post = (page: Page) =>
  page.evaluate(async () => {
    const [site] = (await (await fetch('/api/sites?limit=1')).json()) as { id: string }[]
    const waiting = [...(document.querySelector<HTMLInputElement>('#yardstick')?.files ?? [])]
    const lane = async (): Promise<void> => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        const body = new FormData()
        body.append('site_id', site?.id ?? '')
        body.append('file', file)
        const { status } = await fetch('/api/file', { method: 'POST', body })
        if (status !== 201) throw new Error(`Answered ${status}`)
      }
    }
    await Promise.all(Array.from({ length: 4 }, lane))
  })

try {
  const share = join(folder, 'Share')
  await write(share)
  const owner = product.guest()
  await owner.call(register, { body: registration() })
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const cookies = (owner.cookie() ?? '').split('; ').map((each) => {
    const at = each.indexOf('=')
    return { name: each.slice(0, at), value: each.slice(at + 1), url }
  })
  await context.addCookies(cookies)
  const page = await context.newPage()
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.replace(/[0-9a-f-]{36}/g, 'ID').replace(/\/file\/\d+/, '/file/ROW')
    const key = `${request.method()} ${path}`
    requests.set(key, (requests.get(key) ?? 0) + 1)
  })
  await page.goto(`${url}/dashboard/imports`)
  await page.getByRole('radio', { name: 'Files', exact: true }).check()
  const cdp = process.env.PROFILE ? await context.newCDPSession(page) : undefined
  await cdp?.send('Profiler.enable')
  const looked = await measured('read and looked at', async () => {
    await page.getByLabel('Folder').setInputFiles(share)
    await page.getByRole('checkbox', { name: /^Make \d+ sites/ }).check({ timeout: 300_000 })
    await page.getByRole('checkbox', { name: /^Make \d+ clients/ }).check()
    await page
      .getByRole('button', { name: `Import ${files.toLocaleString('en-GB')} files` })
      .waitFor({ timeout: 300_000 })
  })
  await cdp?.send('Profiler.start')
  const sent = await measured('sent', async () => {
    await page.getByRole('button', { name: /^Import [\d,]+ files/ }).click()
    await page.getByRole('status').filter({ hasText: 'Finished' }).waitFor({ timeout: 900_000 })
  })
  if (cdp) {
    const { profile } = await cdp.send('Profiler.stop')
    await writeFile(process.env.PROFILE ?? '', JSON.stringify(profile))
  }
  const plain = await context.newPage()
  plain.on('request', (request) => {
    const key = `${request.method()} ${new URL(request.url()).pathname}`
    requests.set(key, (requests.get(key) ?? 0) + 1)
  })
  await page.close()
  await plain.goto(`${url}/robots.txt`)
  await plain.evaluate(() => {
    const field = Object.assign(document.createElement('input'), {
      id: 'yardstick',
      type: 'file',
      webkitdirectory: true,
    })
    document.body.append(field)
  })
  await plain.locator('#yardstick').setInputFiles(share)
  const posted = await measured('posted', () => post(plain))
  print(
    `rate of the import to that of POST /api/file: ${(posted / sent).toFixed(2)}, with reading and looking ${(posted / (sent + looked)).toFixed(2)}`,
  )
} finally {
  await browser.close()
  await product.stop()
  await installation.remove()
  await rm(folder, { recursive: true })
}
