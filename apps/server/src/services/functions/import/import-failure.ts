import type { ErrorCode } from '@cairn/contracts/error-codes';
import { AppError } from '../../../kernel/app-error.ts';
import { FetchFailure } from '../../../platform/fetch/fetch-failure.ts';
import { ExtractionFailure } from './extraction/article-extractor.ts';

/** The client went away, or the server is stopping: nobody is there to be told. */
export class ImportCancelled extends Error {
  constructor(cause?: unknown) {
    super('import cancelled', cause === undefined ? undefined : { cause });
    this.name = 'ImportCancelled';
  }
}

/** What went wrong on the way from the address to the article, as a code and a sentence for the form. Anything unknown passes through. */
export function importFailure(error: unknown): unknown {
  if (error instanceof FetchFailure) {
    if (error.kind === 'aborted') return new ImportCancelled(error);
    const { code, sentence } = ofFetch(error);
    return new AppError(code, sentence, { cause: error });
  }
  if (error instanceof ExtractionFailure) {
    if (error.kind === 'aborted') return new ImportCancelled(error);
    const { code, sentence } = ofExtraction(error);
    return new AppError(code, sentence, { cause: error });
  }
  return error;
}

export const invalidAddress = (): AppError =>
  new AppError('import_address_invalid', 'That is not a web address. It should look like https://example.org/article.');

interface Told {
  code: ErrorCode;
  sentence: string;
}

function ofFetch(failure: FetchFailure): Told {
  const host = hostOf(failure.url);
  switch (failure.kind) {
    case 'invalid_url':
      return { code: 'import_address_invalid', sentence: invalidAddress().message };
    case 'unsupported_scheme':
      return {
        code: 'import_address_invalid',
        sentence: 'Only web addresses that begin with http:// or https:// can be imported.',
      };
    case 'credentials_in_url':
      return {
        code: 'import_address_refused',
        sentence: failure.redirected
          ? 'The page leads to an address that contains a user name or password, so it was not opened.'
          : 'Addresses that contain a user name or password are not imported. Remove them and try again.',
      };
    case 'refused_port':
      return {
        code: 'import_address_refused',
        sentence: `Web pages are not fetched from port ${portOf(failure.url)}.`,
      };
    case 'refused_address':
      return {
        code: 'import_address_refused',
        sentence: failure.redirected
          ? 'The page leads to a private network address, so it was not opened.'
          : 'That address belongs to a private network. Only public pages can be imported.',
      };
    case 'unresolved':
      return {
        code: 'import_address_unresolved',
        sentence: `No website was found at ${host}. Check the address for typing errors.`,
      };
    case 'connection_refused':
      return { code: 'import_unreachable', sentence: `${host} refused the connection. The site may be down.` };
    case 'connection_failed':
      return { code: 'import_unreachable', sentence: `The connection to ${host} broke off. Try again later.` };
    case 'tls_failed':
      return {
        code: 'import_unreachable',
        sentence: `No secure connection to ${host} could be made: its certificate is not valid.`,
      };
    case 'timeout':
      return { code: 'import_timeout', sentence: `${host} took too long to answer. Try again later.` };
    case 'too_many_redirects':
      return { code: 'import_too_many_redirects', sentence: 'The address leads from one page to another without end.' };
    case 'bad_redirect':
      return { code: 'import_unreachable', sentence: 'The page leads to an address that cannot be opened.' };
    case 'http_status':
      return { code: 'import_http_error', sentence: statusSentence(failure.status ?? 0) };
    case 'unsupported_type':
      return { code: 'import_not_a_page', sentence: typeSentence(failure.contentType ?? '') };
    case 'too_large':
      return { code: 'import_too_large', sentence: 'The page is too large to import (more than 8 MB).' };
    case 'headers_too_large':
    case 'bad_encoding':
      return { code: 'import_unreachable', sentence: `${host} sent an answer that cannot be read.` };
    case 'aborted':
      return { code: 'import_unreachable', sentence: 'The import was cancelled.' };
  }
}

function ofExtraction(failure: ExtractionFailure): Told {
  switch (failure.kind) {
    case 'empty':
      return { code: 'import_empty', sentence: 'The page is empty.' };
    case 'not_a_page':
      return { code: 'import_not_a_page', sentence: 'That is a file, not a web page. Only web pages can be imported.' };
    case 'pdf':
      return { code: 'import_not_a_page', sentence: typeSentence('application/pdf') };
    case 'no_article':
      return {
        code: 'import_no_article',
        sentence: 'No article was found on this page. It may need a sign-in, or be a list of links.',
      };
    case 'too_large':
      return { code: 'import_too_large', sentence: 'The article on this page is too large to import.' };
    case 'timeout':
    case 'crashed':
    case 'aborted':
      return {
        code: 'import_extraction_failed',
        sentence: 'The page is built in a way that cannot be read. Nothing was imported.',
      };
    case 'overloaded':
      return { code: 'overloaded', sentence: 'Many pages are being imported at the moment. Try again in a minute.' };
  }
}

function statusSentence(status: number): string {
  if (status === 404 || status === 410) return `The page does not exist: the site answered ${status} (not found).`;
  if (status === 401 || status === 403 || status === 402)
    return `The site does not show this page to visitors (it answered ${status}).`;
  if (status === 429) return 'The site is refusing visitors for the moment (it answered 429). Try again later.';
  if (status >= 500) return `The site has a problem: it answered ${status}. Try again later.`;
  return `The site did not deliver the page: it answered ${status}.`;
}

function typeSentence(contentType: string): string {
  if (contentType === 'application/pdf') return 'That is a PDF, not a web page. Only web pages can be imported.';
  const kind = /^(image|video|audio)\//.exec(contentType)?.[1];
  if (kind)
    return `That is ${kind === 'audio' ? 'an audio file' : kind === 'image' ? 'an image' : 'a video'}, not a web page.`;
  return `That is not a web page but ${contentType || 'something else'}.`;
}

function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return 'the site';
  }
}

function portOf(address: string): string {
  try {
    return new URL(address).port;
  } catch {
    return '';
  }
}
