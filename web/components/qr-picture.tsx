import { useQuery } from '@tanstack/react-query'
import { retryingImport } from '#web/lib/retrying-import.ts'

const loadWriter = retryingImport(() => import('qrcode'))

/** A text as a QR code, sharp at every size. The library loads with the picture. */
export const QrPicture = ({ text, alt, className }: { text: string; alt: string; className: string }) => {
  const { data } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: async () => {
      const svg = await (await loadWriter()).toString(text, { type: 'svg', margin: 0 })
      return `data:image/svg+xml,${encodeURIComponent(svg)}`
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data && <img src={data} alt={alt} className={className} />
}
