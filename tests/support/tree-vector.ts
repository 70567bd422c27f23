import type { LeafEvent } from '#api/notary/leaf.ts'

/** The event of the published vector; its leaf is that of revision 3. */
export const vectorEvent: LeafEvent = {
  stream: 'site-01a209c1-e565-8aca-aa2c-fedd2947faf8',
  revision: 3,
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  type: 'SiteUpdated',
  json: true,
  data: Buffer.from(
    '{"siteId":"01a209c1-e565-8aca-aa2c-fedd2947faf8","teamId":"01a209c1-5dc1-8b57-bd93-02e97e94862f","name":"Quay House","postcode":"SE1 9ZZ"}',
  ),
  metadata: Buffer.from(
    '{"at":"2026-03-31T10:00:00.000Z","actor":"01a209c1-5dc1-82a7-a7c9-6960ff7a907f","impersonator":null,"via":{"kind":"session","id":null},"teamId":"01a209c1-5dc1-8b57-bd93-02e97e94862f","commandId":"5f0b3c1e-6a52-5c39-9f0e-2d6d1b0c7a41","correlationId":"5f0b3c1e-6a52-5c39-9f0e-2d6d1b0c7a41","causationId":null,"requestId":"0123456789abcdef","version":1}',
  ),
}

export const vectorLeaf =
  '["siteledger-leaf-1","site-01a209c1-e565-8aca-aa2c-fedd2947faf8",3,"7c9e6679-7425-40de-944b-e07fc1f90ae7","SiteUpdated","242b696f89c1eafa2646549773e1fc277f85415aa9b334ca83a6df81236b6071","9c3fac7e68c1fad27d57078c6bb432735aa86ebc50d60d794647f218be0e509c"]'
