/** The file name of an invoice: 'invoice-SL-0001.pdf'. */
export const invoiceFileName = (number: string): string => `invoice-${number.replace(/[^\w.-]+/g, '-')}.pdf`
