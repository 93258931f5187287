import { uploads } from '../limits/uploads.ts'
import { importLimits } from './import-fields.ts'

const count = (value: number) => value.toLocaleString('en-IN')

/** What is wrong with a file or with a line of it. Rules of products have their own texts. */
export const importTexts = {
  fileMissing: 'Please select a file.',
  notCsv: 'This is not a CSV file. Save the table as CSV (UTF-8) and upload it again.',
  encoding: 'The letters of this file are not in UTF-8. Save the table as CSV UTF-8 and upload it again.',
  empty: 'This file has no products: it needs a line of column names and at least one more line.',
  brokenCell: (line: number) => `Line ${line} has a quotation mark in the wrong place. Put quotation marks around the whole cell.`,
  csvTooLarge: `A CSV file can have ${importLimits.csvMegabytes} MB. Please divide it.`,
  tooManyRows: `A CSV file can have ${count(importLimits.rows)} lines. Please divide it.`,
  tooManyColumns: `A CSV file can have ${importLimits.columns} columns.`,

  zipInvalid: 'This is not a zip file, or it is damaged.',
  zipPath: (name: string) => `The zip file has the path "${name}", which leads out of its folder. It was refused.`,
  zipTooLarge: `A zip file can have ${importLimits.zipMegabytes} MB. Upload several smaller ones, one after the other.`,
  zipTooManyFiles: `A zip file can have ${count(importLimits.zipFiles)} files. Upload several smaller ones, one after the other.`,
  zipUnpackedTooLarge: 'The files in this zip file are far larger than the zip file. It was refused.',
  zipOverlap: 'The files in this zip file overlap. It was refused.',
  zipEncrypted: 'This zip file has a password. Please make one without.',
  zipNoPictures: 'This zip file has no pictures. It needs PNG, JPG, GIF or WebP files.',
  zipPictureTooLarge: (name: string) => `The picture "${name}" has more than ${uploads.maxMegabytes} MB.`,

  keyColumnMissing: 'No column has the handle, the name or the SKU of the products. Choose one of them.',
  columnTwice: (label: string) => `Two columns are "${label}". Choose one of them.`,
  rowWithoutKey: 'This line has no handle, no name and no SKU.',
  skuUnknown: (sku: string) => `No product has the SKU ${sku}. Add the name to make a new product.`,
  skuOfOther: (sku: string) => `SKU ${sku} belongs to another product.`,
  skuTwice: (sku: string, line: number) => `SKU ${sku} is on line ${line} for another product.`,
  sizeTwice: (size: string, line: number) => `Size ${size} is on line ${line} already.`,
  sizeMissing: 'This product has stock by size. Each line needs its size.',
  values: (label: string) => `The lines of this product have different values of "${label}".`,
  optionUnknown: (name: string) => `The shop has sizes and colours. The option "${name}" cannot be imported.`,
  categoryUnknown: (name: string) =>
    name === '' ? 'The category is missing.' : `The shop has no category "${name}". Choose one for it above, or let the import add it.`,
  tooManyLines: `A product can have ${count(importLimits.productLines)} lines.`,
  htmlTooLong: `A description in HTML can have ${count(importLimits.htmlLength)} characters.`,
  sameName: 'Another product has this name already.',
  handleTooLong: 'Handle is too long.',

  pictureNotInZip: (name: string) => `The picture "${name}" is not in an uploaded zip file.`,
  pictureUrl: (url: string) => `The picture ${url} cannot be loaded: its address must begin with https://.`,
  tooManyPictures: (left: number) => `A product has at most ${uploads.maxPictures} pictures. ${count(left)} of this file left out.`,
  pictureFailed: (source: string, reason: string) => `The picture ${source} was not added. ${reason}`,
  fetchPrivate: 'Its address is not on the public internet.',
  fetchTooLarge: `It has more than ${uploads.maxMegabytes} MB.`,
  fetchTooSlow: 'It took too long to load.',
  fetchFailed: 'It could not be loaded.',
  fetchStatus: (status: number) => `The other server answered with status ${status}.`,
} as const
