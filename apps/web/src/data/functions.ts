import { tellCharged } from './charged-calls.ts';
import { publicConfig, serviceUrl } from './public-config.ts';
import { ApiError, errorFromResponse, fetchWithTimeout, isAbort, offlineError } from './request.ts';
import { supabase } from './supabase-client.ts';

type Body = Record<string, unknown>;

/** Every function call names its user in the body. The server takes the user from the token and ignores this. */
async function withUser(body: Body): Promise<{ body: Body; accessToken: string }> {
  const client = await supabase();
  const { data } = await client.auth.getSession();
  if (!data.session) throw new ApiError('unauthenticated', 'Please sign in again.');
  const { user, access_token: accessToken } = data.session;
  return { body: { ...body, userId: user.id, userEmail: user.email }, accessToken };
}

/** Calls `/functions/v1/<name>` and returns its JSON. Throws `ApiError`; an abort stays an `AbortError`. */
export async function invokeFunction<Result>(name: string, input: Body, signal?: AbortSignal): Promise<Result> {
  const [client, { body }] = await Promise.all([supabase(), withUser(input)]);
  const { data, error, response } = await client.functions.invoke<Result>(name, {
    body,
    ...(signal ? { signal } : {}),
  });
  tellCharged(name);
  if (error) {
    signal?.throwIfAborted();
    throw response ? await errorFromResponse(response) : offlineError();
  }
  return data as Result;
}

/** The same for a function that answers with a stream. */
export async function streamFunction(
  name: string,
  input: Body,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const [config, { body, accessToken }] = await Promise.all([publicConfig(), withUser(input)]);
  let response: Response;
  try {
    response = await fetchWithTimeout(serviceUrl(config, `/functions/v1/${name}`), {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        apikey: config.anonKey,
        authorization: `Bearer ${accessToken}`,
      },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw offlineError();
  }
  tellCharged(name);
  if (!response.ok || !response.body) throw await errorFromResponse(response);
  // What came of it is known at the end only: work that fails is given back.
  const told = new TransformStream<Uint8Array, Uint8Array>({ flush: () => tellCharged(name) });
  return response.body.pipeThrough(told);
}
