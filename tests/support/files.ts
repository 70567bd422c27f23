import { hash } from 'node:crypto'

/** Bytes with the signature of a file type. */
const beginnings = {
  'application/pdf': '%PDF-1.7\n',
  'image/png': '\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR',
  'image/jpeg': '\xff\xd8\xff\xe0\x00\x10JFIF\x00',
  'image/gif': 'GIF89a\x01\x00\x01\x00',
}

/** A file to upload: its size in bytes, its declared type, and the type of its signature. */
export const fileOf = (
  name: string,
  type: string,
  { size = 100, begins = type }: { size?: number; begins?: string } = {},
): File => {
  const bytes = Buffer.alloc(size, 'x')
  bytes.write(beginnings[begins as keyof typeof beginnings] ?? '', 'latin1')
  return new File([bytes], name, { type })
}

export const sha256Of = async (file: File): Promise<string> => hash('sha256', new Uint8Array(await file.arrayBuffer()))
