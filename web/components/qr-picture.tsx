import { useQuery } from '@tanstack/react-query'
import { retryingImport } from '#web/lib/retrying-import.ts'

const loadWriter = retryingImport(() => import('qrcode'))

/** The address of a picture of a text as a QR code. The library loads with the first. */
export const qrCodeOf = async (text: string): Promise<string> => {
  const svg = await (await loadWriter()).toString(text, { type: 'svg', margin: 0 })
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** A text as a QR code, sharp at every size. */
export const QrPicture = ({ text, alt, className }: { text: string; alt: string; className: string }) => {
  const { data } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: () => qrCodeOf(text),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data && <img src={data} alt={alt} className={className} />
}
