import type { ResponseFormat } from './media-type.ts';
import type { Preferences } from './preferences.ts';

export type DataMethod = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A request after HTTP has been taken off it. */
export interface DataRequest {
  readonly method: DataMethod;
  readonly schema: string;
  /** Relation or function. */
  readonly name: string;
  readonly pairs: readonly (readonly [string, string])[];
  readonly preferences: Preferences;
  readonly format: ResponseFormat;
  readonly range: string | null;
  readonly rangeUnit: string | null;
  /** Text of the JSON body; '' when there is none. */
  readonly body: string;
}

export interface DataResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** null: no body. */
  readonly body: string | null;
}
