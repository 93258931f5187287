import { categoryLimits } from '../catalog/categories.ts'
import { maxLengths, maxSizes } from '../kernel/business.ts'
import { cutText } from '../kernel/cut-text.ts'
import { uploads } from '../kernel/limits/uploads.ts'
import { tableTexts } from '../kernel/table-texts.ts'
import { importLimits } from './import-fields.ts'

const count = (value: number) => value.toLocaleString('en-IN')

/** What is wrong with a file or with a line of it. Rules of products have their own texts. */
export const importTexts = {
  ...tableTexts,
  notCsv: 'This is not a CSV or Excel file. Save the table as CSV (UTF-8) and upload it again.',
  empty: 'This file has no products: it needs a line of column names and at least one more line.',
  brokenCell: (line: number) => `Line ${line} has a quotation mark in the wrong place. Put quotation marks around the whole cell.`,
  tableTooLong: 'This file is too large. Please divide it.',
  csvTooLarge: `A CSV file can have ${importLimits.csvMegabytes} MB. Please divide it.`,
  tooManyRows: `A CSV file can have ${count(importLimits.rows)} lines. Please divide it.`,
  tooManyColumns: `A CSV file can have ${importLimits.columns} columns.`,

  zipInvalid: 'This is not a zip file, or it is damaged.',
  zipTables: 'This zip file must have one CSV file. Upload each of several by itself, and pictures after the file of the products.',
  zipPath: (name: string) => `The zip file has the path "${name}", which leads out of its folder. It was refused.`,
  zipTooLarge: `A zip file can have ${importLimits.zipMegabytes} MB. Upload several smaller ones, one after the other.`,
  zipTooManyFiles: `A zip file can have ${count(importLimits.zipFiles)} files. Upload several smaller ones, one after the other.`,
  zipUnpackedTooLarge: 'The files in this zip file are far larger than the zip file. It was refused.',
  zipOverlap: 'The files in this zip file overlap. It was refused.',
  zipEncrypted: 'This zip file has a password. Please make one without.',
  zipNoPictures: 'This zip file has no pictures. It needs PNG, JPG, GIF or WebP files.',
  zipPictureTooLarge: (name: string) => `The picture "${name}" has more than ${uploads.maxMegabytes} MB.`,

  keyColumnMissing: 'No column has the handle, the name or the SKU of the products. Choose one of them.',
  rowWithoutKey: 'This line has no handle, no name and no SKU.',
  skuUnknown: (sku: string) => `No product has the SKU ${sku}. Add the name to make a new product.`,
  skuOfOther: (sku: string) => `SKU ${sku} belongs to another product.`,
  skuTwice: (sku: string, line: number) => `SKU ${sku} is on line ${line} for another product.`,
  sizeTwice: (size: string, line: number) => `Size ${size} is on line ${line} already.`,
  sizeMissing: 'This product has stock by size. Each line needs its size.',
  values: (label: string) => `The lines of this product have different values of "${label}".`,
  optionIsSize: (name: string) => `The option "${name}" is imported as the size.`,
  optionLeftOut: (name: string, value: string) => `The option "${name}: ${value}" is left out.`,
  attributeLeftOut: (name: string, values: string) => `The attribute "${name}: ${values}" is left out.`,
  priceMissing: 'It has no price, or the price 0. Choose one above for all of these, which become drafts, or enter it in the file.',
  priceChosen: (price: string) =>
    `It has no price: it becomes a draft at ₹${price}, as chosen above. Enter its price before you publish it.`,
  tooManySizes: (sizes: number) =>
    `It has ${count(sizes)} sizes; a product can have ${maxSizes}. Divide it into several products in the file.`,
  sizeTooLong: (size: string) =>
    `Size ${size} has more than ${maxLengths.size} characters, and is like another one when it is cut. Shorten it in the file.`,
  giftCard: 'This is a gift card, which the shop cannot sell.',
  kindRefused: (kind: string) =>
    kind === 'grouped'
      ? 'This is a group of products without a stock of its own. Make a collection of them instead.'
      : 'This product is sold by another shop, and has no stock here. Add it by hand if you sell it yourself.',
  parentMissing: (parent: string) =>
    `The product of this variation (${parent}) is not in the file. Export it together with its variations.`,
  variationsMissing: 'The variations of this product are not in the file. Export them too.',
  virtualProduct: 'It was a download or a service: the shop sends parcels only.',
  hiddenProduct: 'It was hidden in the catalogue, and becomes a draft.',
  stockOfAll: (sku: string, stock: string) =>
    `The variation ${sku || 'without SKU'} stands for several sizes: its SKU is left out. Enter the stock of each size${stock === '' ? '' : `, together ${stock}`}.`,
  firstValue: (label: string, value: string) =>
    `Its lines have different values of "${label}". The first one counts: ${cutText(value, 80)}.`,
  pricesDiffer: (label: string, side: string, values: readonly string[]) =>
    `Its sizes have different values of "${label}" (${values.slice(0, 6).join(', ')}). The ${side} one counts.`,
  saleOfSizes: 'Only some of its sizes are on sale, or at different times: the sale is left out.',
  saleIsOver: (price: string, day: string) => `The sale at ${price} ended on ${day}, and is left out.`,
  saleWithoutEnd: (price: string, day: string) => `The sale at ${price} from ${day} has no end, and is left out. Plan it after the import.`,
  saleIsPrice: (price: string, regular: string) => `Its sale has no end: ${price} is the price, and the regular price ${regular} the MRP.`,
  salePriceUnreadable: (text: string) => `The sale price ${cutText(text, 40)} cannot be read. Write it as 799 or 799.50.`,
  saleDayUnreadable: (text: string) => `The day ${cutText(text, 40)} of the sale cannot be read. Write it as 2026-12-31 or 31-12-2026.`,
  priceLow: (before: string, after: string) => `The price falls from ${before} to ${after}. Confirm it above, or correct the file.`,
  stockOfSizes: (stock: string) =>
    `Its sizes are in one cell, and their stock is not counted by size${stock === '' ? '' : ` (the file says ${cutText(stock, 20)})`}.`,
  encoding: (name: string) => `The file was read as ${name}. Check letters such as é and ₹.`,
  damagedLines: (lines: readonly number[]) =>
    `Characters that cannot be read are shown as � on ${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, 10).join(', ')}${lines.length > 10 ? ` and ${count(lines.length - 10)} more` : ''}.`,
  spreadsheetDay: (size: string) =>
    `The spreadsheet has made a day of a size: ${size}. Format the column of the sizes as text before you enter them.`,
  sizeAdded: (sizes: readonly string[]) => `New ${sizes.length === 1 ? 'size' : 'sizes'}: ${sizes.slice(0, 6).join(', ')}.`,
  products: (products: number, text: string) => `${count(products)} products: ${text}`,
  stockNoNumber: (text: string) => `The stock "${cutText(text, 30)}" is no number.`,
  stockOfChoice: (stock: string) => `The file does not count its stock: each size gets ${stock}, as chosen above.`,
  stockSoldOut: 'The file does not count its stock: it is sold out, as chosen above.',
  stockDraft: 'The file does not count its stock: it becomes a draft, as chosen above.',
  saleOfExisting: 'Its sale is left out: an import plans sales of new products only.',
  saleTooHigh: 'The price of its sale is not lower than its price: the sale is left out.',
  noStockColumn: 'The file has no column of the stock. Choose the stock of new products below.',
  categoriesFull: `A shop has at most ${categoryLimits.categories} categories. Choose one that it has for the others.`,
  columnsLeftOut: (names: readonly string[]) => `Not imported: ${names.join(', ')}.`,
  descriptionMissing: 'It has no description: the name stands there.',
  descriptionCut: (length: number) => `Its description is cut at ${count(length)} characters.`,
  nameCut: (length: number) => `Its name is cut at ${count(length)} characters.`,
  stockNegative: (size: string, stock: string) => `The stock${size === '' ? '' : ` of ${size}`} was ${stock}, and is 0.`,
  sizeShortened: (before: string, after: string) => `Size ${before} is too long, and is called ${after}.`,
  sizesSpelled: (pairs: readonly string[]) => `Sizes are written as in the shop: ${pairs.join(', ')}.`,
  codeLeftOut: (label: string, value: string, reason: string) => `${label} ${cutText(value, 60)} is left out. ${reason}`,
  codeCleaned: (label: string, before: string, after: string) =>
    `${label} ${cutText(before, 60)} has signs that codes cannot have, and is ${cutText(after, 60)}.`,
  skuRepeated: 'Another product has it.',
  skuOnTwoSizes: 'Another size has it.',
  mrpTooLow: (mrp: string) => `The MRP ${mrp} is lower than the price, and is left out.`,
  oneStockKept: 'It has one stock for all sizes, which has no SKU. Divide it into sizes in its form.',
  defaultUsed: (label: string, value: string) => `${label}: ${value}, as chosen above.`,
  categoryUnknown: (name: string) =>
    name === '' ? 'The category is missing.' : `The shop has no category "${name}". Choose one for it above, or let the import add it.`,
  tooManyLines: `A product can have ${count(importLimits.productLines)} lines.`,
  htmlTooLong: `A description in HTML can have ${count(importLimits.htmlLength)} characters.`,
  checkFailed: (number: string) =>
    `This file could not be checked because of a fault of the shop. Nothing was changed. Try it again; if it fails again, tell your developer the number ${number}.`,
  runFailed: (number: string) =>
    `This import ended because of a fault of the shop. What was saved stays. Check the file again to import the rest; if it fails again, tell your developer the number ${number}.`,
  faultOfProduct: (number: string) => `It could not be saved because of a fault of the shop. Tell your developer the number ${number}.`,
  faultOfPicture: (number: string) => `A fault of the shop: tell your developer the number ${number}.`,
  sameName: 'Another product has this name already.',
  handleTooLong: 'Handle is too long.',

  pictureNotInZip: (name: string) => `The picture "${name}" is not in an uploaded zip file.`,
  pictureType: (name: string, type: string) => `The picture "${name}" is of the type ${type}. Save it as JPG or PNG.`,
  pictureUrl: (url: string) => `The picture ${url} cannot be loaded: its address must begin with https://.`,
  tooManyPictures: (left: number) => `A product has at most ${uploads.maxPictures} pictures. ${count(left)} of this file left out.`,
  pictureFailed: (source: string, reason: string) => `The picture ${source} was not added. ${reason}`,
  fetchPrivate: 'Its address is not on the public internet.',
  fetchTooLarge: `It has more than ${uploads.maxMegabytes} MB.`,
  fetchTooSlow: 'It took too long to load.',
  fetchFailed: 'It could not be loaded.',
  fetchStatus: (status: number) => `The other server answered with status ${status}.`,
} as const
