import { type RemittanceField, remittanceFieldNames } from '#contract/shipping/remittance-fields.ts'

/**
 * Names of columns in the files of Shiprocket, Delhivery, Ecom Express, Xpressbees, Blue Dart and others, the best one first: a file may
 * have the amount that was collected beside the amount that was paid. Without spaces and signs, in lower case.
 */
const names: Readonly<Record<RemittanceField, readonly string[]>> = {
  trackingNumber: [
    'trackingnumber',
    'trackingno',
    'trackingid',
    'awbcode',
    'awbnumber',
    'awbno',
    'awbnum',
    'awb',
    'waybillnumber',
    'waybillno',
    'waybillnum',
    'waybill',
    'airwaybillnumber',
    'airwaybillno',
    'airwaybill',
    'shippingid',
    'shipmentnumber',
    'shipmentno',
    'consignmentnumber',
    'consignmentno',
    'docketnumber',
    'docketno',
  ],
  amount: [
    'remittedamount',
    'amountremitted',
    'remittanceamount',
    'amounttoberemitted',
    'codremittedamount',
    'codremittanceamount',
    'codamountremitted',
    'paidamount',
    'amountpaid',
    'codamount',
    'codamt',
    'codvalue',
    'codcollected',
    'codamountcollected',
    'collectedamount',
    'amountcollected',
    'collectedvalue',
    'collectableamount',
    'collectibleamount',
    'collectablevalue',
    'collectiblevalue',
    'amount',
    'amt',
    'settledamount',
    'netpayable',
    'netamount',
    'payableamount',
    'payable',
    'price',
    'ordervalue',
  ],
  reference: [
    'utr',
    'utrnumber',
    'utrno',
    'bankutr',
    'bankutrnumber',
    'remittanceutr',
    'neftutr',
    'bankreference',
    'bankreferencenumber',
    'bankreferenceno',
    'bankrefno',
    'banktransactionid',
    'transactionid',
    'transactionno',
    'transactionnumber',
    'transactionreference',
    'paymentreference',
    'paymentreferenceno',
    'paymentreferencenumber',
    'neftreference',
    'chequeno',
    'crfid',
    'remittanceid',
    'remittanceno',
    'remittancenumber',
    'remittancereference',
    'reference',
    'referenceno',
    'referencenumber',
    'refno',
  ],
  paidOn: [
    'remittancedate',
    'remitteddate',
    'remittedon',
    'dateofremittance',
    'codremittancedate',
    'settlementdate',
    'settledon',
    'paymentdate',
    'paiddate',
    'paidon',
    'payoutdate',
    'creditdate',
    'utrdate',
    'transactiondate',
    'date',
  ],
}

export const trackingColumnNames = names.trackingNumber

/** A name such as `COD Amount (₹)` as the list above has it. */
export const toColumnKey = (name: string): string =>
  name
    .slice(0, 100)
    .toLowerCase()
    .replace(/\([^()]*\)/g, '')
    .replace(/\brs\b|\binr\b|[^a-z0-9]/g, '')

/** The field of each column by its name; a field is suggested once. */
export function suggestColumns(header: readonly string[]): (RemittanceField | null)[] {
  const keys = header.map(toColumnKey)
  const suggested: (RemittanceField | null)[] = header.map(() => null)
  for (const field of remittanceFieldNames) {
    const best = names[field].find((name) => keys.includes(name))
    if (best !== undefined) suggested[keys.indexOf(best)] = field
  }
  return suggested
}
