import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { EnvironmentError, readEnv, readStartEnv } from '#api/env/env.ts'
import { defaultPlans } from '#schemas/billing/plans.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

const messageFor = (source: Record<string, string>, read = readEnv): string => {
  try {
    read(source)
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message
    throw error
  }
  throw new Error('nothing was refused')
}

describe('the environment', () => {
  it('has a default for everything', () => {
    expect(readEnv({})).toStrictEqual({
      port: 3000,
      host: '127.0.0.1',
      appUrl: 'http://localhost:3000',
      dataDir: resolve('.data'),
      eventStoreUrl: undefined,
      embeddedEventStorePort: 0,
      redisUrl: undefined,
      replicaName: undefined,
      contentUrl: `file://${resolve('.data/content')}`,
      keysUrl: `file://${resolve('.data/keys.sqlite')}`,
      operatorEmails: [],
      requireVerifiedEmail: false,
      mailUrl: undefined,
      mailFrom: 'no-reply@localhost',
      smsUrl: undefined,
      scannerUrl: undefined,
      supportEmail: 'support@localhost',
      plans: defaultPlans,
      countryHeader: undefined,
      homeCountry: undefined,
      currency: 'gbp',
      currencySymbol: '£',
      collectVat: false,
      invoiceRetentionYears: 7,
      seller: { name: 'Siteledger', address: [], vatId: null, email: null },
      cardUpFront: false,
      masterKey: undefined,
      oldMasterKey: undefined,
      notaryKey: undefined,
      notaryPublish: [],
      timestampUrl: undefined,
      timezone: 'Europe/London',
      drainSeconds: 0,
      teamWordPlural: 'teams',
      teamWordSingular: 'team',
      logLevel: 'info',
      trustProxy: 0,
      billing: 'sandbox',
      billingSweepSeconds: 15,
      braintree: undefined,
      sandboxPort: 0,
      stripe: {
        apiBase: 'http://127.0.0.1:0',
        frameUrl: 'http://127.0.0.1:0',
        secretKey: expect.stringMatching(/^sk_test_[0-9a-f]{48}$/),
        publishableKey: 'pk_test_sandbox',
        webhookSecret: undefined,
        testClock: 'clock_sandbox',
      },
    })
  })

  it('takes an empty variable as unset and leaves unknown ones alone', () => {
    expect(readEnv({ PORT: '', DATA_DIR: '', COLOUR: 'blue' })).toStrictEqual(readEnv({}))
  })

  it('builds the address from the port unless APP_URL says otherwise', () => {
    expect(readEnv({ PORT: '8080' }).appUrl).toBe('http://localhost:8080')
    expect(readEnv({ PORT: '8080', APP_URL: 'https://sites.example.com/' }).appUrl).toBe('https://sites.example.com')
  })

  it('keeps keys under DATA_DIR unless KEYS_URL names another file or a bucket, which needs MASTER_KEY', () => {
    const MASTER_KEY = Buffer.alloc(32).toString('base64')
    const bucket = { KEYS_URL: 's3://ours/keys?endpoint=https://s3.example.com', MASTER_KEY }
    const content = (prefix: string) => ({ CONTENT_URL: `s3://ours${prefix}?endpoint=https://s3.example.com` })

    expect(readEnv({ KEYS_URL: 'file:/mnt/keys.sqlite' }).keysUrl).toBe('file:///mnt/keys.sqlite')
    expect(readEnv({ ...bucket, ...content('/files') }).keysUrl).toBe(bucket.KEYS_URL)
    expect(messageFor({ ...bucket, MASTER_KEY: '' })).toMatch(/^KEYS_URL is a bucket.* MASTER_KEY .*: set it\.$/)
    for (const prefix of ['', '/keys', '/keys/files']) {
      expect(messageFor({ ...bucket, ...content(prefix) })).toMatch(/^KEYS_URL and CONTENT_URL lie in one another/)
    }
  })

  it('keeps content under DATA_DIR unless CONTENT_URL names another folder', () => {
    expect(readEnv({ DATA_DIR: '/srv/data' }).contentUrl).toBe('file:///srv/data/content')
    const bucket = 's3://our-files/content?endpoint=https://s3.example.com&pathStyle=true'
    expect(readEnv({ CONTENT_URL: bucket }).contentUrl).toBe(bucket)
    expect(readEnv({ CONTENT_URL: 'file:files' }).contentUrl).toBe(`file://${resolve('files')}`)
    expect(readEnv({ CONTENT_URL: 'file:///mnt/our%20files' }).contentUrl).toBe('file:///mnt/our%20files')
  })

  it('reads operators in any case, with any spaces', () => {
    expect(readEnv({ OPERATOR_EMAILS: ' Ada@Example.com, bob@example.com,' }).operatorEmails).toStrictEqual([
      'ada@example.com',
      'bob@example.com',
    ])
  })

  it.each(['esdb://a:2111,b:2112,c:2113?tls=true', 'esdb+discover://user:p%25@cluster.example.com'])(
    '[D-113] takes the address of a cluster: %s',
    (url) => {
      expect(readEnv({ EVENTSTORE_URL: url }).eventStoreUrl).toBe(url)
    },
  )

  it('takes the address of a Redis that Sentinels know', () => {
    const url = 'redis+sentinel://user:password@a:26379,b:26379,c:26379/main/0?sentinelPassword=x&tls=true'
    expect(readEnv({ REDIS_URL: url }).redisUrl).toBe(url)
  })

  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['HOST', 'two words'],
    ['APP_URL', 'sites.example.com'],
    ['APP_URL', 'https://sites.example.com/app'],
    ['EVENTSTORE_URL', 'http://localhost:2113'],
    ['EMBEDDED_EVENTSTORE_PORT', '-1'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_URL', 'redis+sentinel://a,b'],
    ['CONTENT_URL', 's3://bucket?endpoint=http://s3.example.com'],
    ['CONTENT_URL', 'file://other-machine/content'],
    ['CONTENT_URL', 'file:///%'],
    ['KEYS_URL', 'https://bucket'],
    ['OLD_MASTER_KEY', 'short'],
    ['OPERATOR_EMAILS', 'ada@example.com,bob'],
    ['REQUIRE_VERIFIED_EMAIL', 'yes'],
    ['MAIL_URL', 'mail.example.com'],
    ['SMS_URL', 'sms:+44'],
    ['SMS_URL', 'http://gateway.example.com/send'],
    ['SCANNER_URL', 'clamd://scanner.example.com:3310'],
    ['SCANNER_URL', '/run/clamav/clamd.ctl'],
    ['TIMESTAMP_URL', 'ftp://tsa.example.com'],
    ['TIMESTAMP_URL', 'https://user:pass@tsa.example.com'],
    ['SUPPORT_EMAIL', 'support'],
    ['PLANS_FILE', '/nowhere/plans.json'],
    ['PLANS_FILE', 'package.json'],
    ['COUNTRY_HEADER', 'two words'],
    ['HOME_COUNTRY', 'Britain'],
    ['CURRENCY_SYMBOL', 'pounds'],
    ['COLLECT_VAT', 'yes'],
    ['CARD_UP_FRONT', '1'],
    ['MASTER_KEY', 'secret'],
    ['APP_TIMEZONE', 'Europe/Camelot'],
    ['TEAM_WORD_PLURAL', 'Teams!'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'yes'],
    ['BILLING', 'paypal'],
    ['SANDBOX_PORT', 'any'],
    ['SANDBOX_URL', 'https://pay.example.com/frames'],
    ['STRIPE_API_BASE', 'http://stripe.example.com'],
    ['STRIPE_API_BASE', 'https://api.stripe.com/v1'],
    ['STRIPE_SECRET_KEY', 'pk_test_1'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['STRIPE_TEST_CLOCK', 'tomorrow'],
  ])('refuses %s=%s in one line that names the variable and what is allowed', (name, value) => {
    const message = messageFor({ [name]: value })

    expect(message).toMatch(new RegExp(`^${name}.* cannot be used: it must be .+\\.$`))
    expect(message.split('\n')).toHaveLength(1)
  })

  it('does not repeat secrets', () => {
    expect(messageFor({ REDIS_URL: 'http://user:password@host' })).not.toContain('password')
    expect(messageFor({ MASTER_KEY: 'hunter2' })).not.toContain('hunter2')
    expect(messageFor({ STRIPE_SECRET_KEY: 'hunter2' })).not.toContain('hunter2')
    expect(messageFor({ STRIPE_WEBHOOK_SECRET: 'hunter2' })).not.toContain('hunter2')
  })

  it('takes a master key in both alphabets of base64, as the text of master.key too', () => {
    const key = Buffer.alloc(32, 0xfb)
    const texts = [key.toString('base64'), key.toString('base64url'), `${key.toString('base64url')}=`]

    const keys = texts.map((text) => masterKeyFor(readEnv({ MASTER_KEY: text })))

    expect(keys).toEqual([key, key, key])
    expect(messageFor({ MASTER_KEY: key.toString('base64url').slice(1) })).toMatch(/^MASTER_KEY cannot be used/)
  })

  it('takes each secret from a file', () => {
    const file = join(temporaryFolder(), 'secret')
    writeFileSync(file, 'smtps://user:hunter2@mail.example.com\n')

    expect(readEnv({ MAIL_URL_FILE: file }).mailUrl).toBe('smtps://user:hunter2@mail.example.com')
    expect(messageFor({ REDIS_URL_FILE: file })).toMatch(/^REDIS_URL cannot be used: (?!.*hunter2)/)
    const twice = { MAIL_URL_FILE: file, MAIL_URL: 'smtp://localhost' }
    expect(messageFor(twice)).toBe('MAIL_URL and MAIL_URL_FILE are both set: keep one of them.')
    const missing = `MAIL_URL_FILE "${file}-2" cannot be read (ENOENT).`
    expect(messageFor({ MAIL_URL_FILE: `${file}-2` })).toBe(missing)
  })

  it('puts keys of S3 where its client looks for them', () => {
    const file = join(temporaryFolder(), 'secret')
    writeFileSync(file, 'hunter2\n')
    const source: NodeJS.ProcessEnv = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY_FILE: file }

    readEnv(source)

    expect(source).toEqual({ AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'hunter2' })
  })

  it.each(['esdb://user:p%40ss@127.0.0.1:2113?tlsCAFile=/etc/x@y', 'esdb://localhost:2113,localhost:2114'])(
    '[D-120] starts with what it makes itself beside an event store of this machine: %s',
    (url) => {
      expect(readStartEnv({ EVENTSTORE_URL: url }).eventStoreUrl).toBe(url)
    },
  )

  it.each(['esdb://user:p%40ss@a.example.com:2113', 'esdb+discover://events', 'esdb://localhost:2113,10.0.0.7:2113'])(
    '[D-120] refuses to start without what replicas share beside an event store of another machine: %s',
    (url) => {
      const shared = {
        EVENTSTORE_URL: url,
        MASTER_KEY: Buffer.alloc(32).toString('base64'),
        REDIS_URL: 'redis://redis.example.com',
        CONTENT_URL: 'file:/mnt/content',
        KEYS_URL: 'file:/mnt/keys.sqlite',
        MAIL_URL: 'smtps://mail.example.com',
      }
      expect(readStartEnv(shared).eventStoreUrl).toBe(url)

      const missing = messageFor({ EVENTSTORE_URL: url }, readStartEnv)

      expect(missing).toMatch(
        /^EVENTSTORE_URL is on another machine.*MASTER_KEY.*REDIS_URL.*CONTENT_URL.*KEYS_URL.*MAIL_URL[^\n]*$/,
      )
      expect(missing).not.toContain('p%40ss')
      expect(messageFor({ ...shared, REDIS_URL: '' }, readStartEnv)).not.toMatch(/MASTER_KEY|MAIL_URL/)
      expect(readEnv({ EVENTSTORE_URL: url }).eventStoreUrl).toBe(url)
    },
  )

  it('goes on serving for ten seconds where the event store is named, so that a balancer notices', () => {
    const url = 'esdb://localhost:2113'

    expect([readEnv({}), readEnv({ EVENTSTORE_URL: url })].map((env) => env.drainSeconds)).toEqual([0, 10])
    expect(readEnv({ EVENTSTORE_URL: url, DRAIN_SECONDS: '0' }).drainSeconds).toBe(0)
  })

  it('answers support from SUPPORT_EMAIL, else from the first operator, else from the host itself', () => {
    expect(readEnv({ SUPPORT_EMAIL: 'help@example.com', OPERATOR_EMAILS: 'ada@example.com' }).supportEmail).toBe(
      'help@example.com',
    )
    expect(readEnv({ OPERATOR_EMAILS: 'ada@example.com,bob@example.com' }).supportEmail).toBe('ada@example.com')
    expect(readEnv({ APP_URL: 'https://sites.example.com' }).supportEmail).toBe('support@sites.example.com')
  })

  it('sends mails from MAIL_FROM, else from an address of its own host that nobody reads', () => {
    const env = { APP_URL: 'https://sites.example.com:8443', OPERATOR_EMAILS: 'ada@example.com' }
    expect(readEnv(env).mailFrom).toBe('no-reply@sites.example.com')
    expect(readEnv({ ...env, MAIL_FROM: 'sites@example.com' }).mailFrom).toBe('sites@example.com')
  })

  it('keeps team words clear of the words that start other paths', () => {
    expect(readEnv({ TEAM_WORD_PLURAL: 'companies', TEAM_WORD_SINGULAR: 'company' }).teamWordPlural).toBe('companies')
    expect(messageFor({ TEAM_WORD_PLURAL: 'settings' })).toContain('TEAM_WORD_PLURAL')
    expect(messageFor({ TEAM_WORD_SINGULAR: 'team-invitations' })).toContain('TEAM_WORD_SINGULAR')
  })

  it('takes the lines of the seller’s address apart at semicolons', () => {
    const { seller } = readEnv({
      SELLER_NAME: 'North Ltd',
      SELLER_ADDRESS: '1 High Street; Leeds, LS1;',
      SELLER_VAT_ID: 'GB1',
    })

    expect(seller).toEqual({ name: 'North Ltd', address: ['1 High Street', 'Leeds, LS1'], vatId: 'GB1', email: null })
  })
})
