import { OAuthClientId } from '#schemas/ids.ts'

/**
 * The command line as an app: public, nobody's, and the same in each installation. It is registered nowhere, so nobody
 * can change or delete it (docs/decisions/2026-11-23-the-command-line-is-an-app.md).
 */
export const commandLineClient = {
  clientId: OAuthClientId.parse('9d0c1c0e-6f0b-4a3c-9a4e-2f6a1b7c5e01'),
  name: 'Siteledger command line',
  redirects: ['http://127.0.0.1/', 'http://[::1]/'],
}
