import type { HybridUsage, QuotaResult, Usage, UsageDay } from '@cairn/contracts/plans';
import { publicConfig } from './public-config.ts';
import { ApiError, dataError, errorFromResponse, fetchWithTimeout, isAbort, offlineError } from './request.ts';
import { supabase } from './supabase-client.ts';

/** PostgREST's word for "there is no such row", where one was asked for. */
const noRow = 'PGRST116';
const entitling = ['active', 'trialing'];

export async function readUserTier(userId: string): Promise<Partial<Usage> | null> {
  const client = await supabase();
  const { data, error } = await client.rpc('get_user_tier', { p_user_id: userId }).single<Partial<Usage>>();
  if (error?.code === noRow) return null;
  if (error) throw dataError(error);
  return data;
}

export async function readActiveSubscription(userId: string): Promise<{ tier: string; status: string } | null> {
  const client = await supabase();
  const { data, error } = await client
    .from('user_subscriptions')
    .select('tier,status')
    .eq('user_id', userId)
    .in('status', entitling)
    .order('created_at', { ascending: false })
    .limit(1)
    .single<{ tier: string; status: string }>();
  if (error?.code === noRow) return null;
  if (error) throw dataError(error);
  return data;
}

export async function readProfileTier(userId: string): Promise<string | null> {
  const client = await supabase();
  const { data, error } = await client
    .from('profiles')
    .select('subscription_tier')
    .eq('id', userId)
    .single<{ subscription_tier: string | null }>();
  if (error?.code === noRow) return null;
  if (error) throw dataError(error);
  return data.subscription_tier;
}

export async function readHybridUsage(userId: string): Promise<Partial<HybridUsage>> {
  const client = await supabase();
  const { data, error } = await client.rpc('get_hybrid_usage', { p_user_id: userId });
  if (error) throw dataError(error);
  return data as Partial<HybridUsage>;
}

/** A `QuotaResult`, if all is well: whoever asks looks at it. */
export async function checkUsageLimit(userId: string, signal: AbortSignal): Promise<unknown> {
  const client = await supabase();
  const { data, error } = await client.rpc('check_usage_limit', { p_user_id: userId }).abortSignal(signal);
  if (error) throw dataError(error);
  return data;
}

/** Only for work that the server has not charged itself. */
export async function incrementUserUsage(userId: string, units: number): Promise<void> {
  const client = await supabase();
  const { data, error } = await client
    .rpc('increment_user_usage', { p_user_id: userId, p_increment: units })
    .single<{ success: boolean; error: string | null }>();
  if (error) throw dataError(error);
  if (!data.success) throw new ApiError('quota_exceeded', data.error ?? 'The usage could not be counted.');
}

/** One row per UTC day, oldest first. */
export async function readUsageDays(userId: string, days: number, signal: AbortSignal): Promise<UsageDay[]> {
  const client = await supabase();
  const { data, error } = await client
    .rpc('get_usage_analytics', { p_user_id: userId, p_days: days })
    .abortSignal(signal);
  if (error) throw dataError(error);
  return data as UsageDay[];
}

/** The models that answered since then, by their real names, each once. */
export async function readModelsUsed(userId: string, since: string, signal: AbortSignal): Promise<string[]> {
  const client = await supabase();
  const { data, error } = await client
    .from('ai_usage_logs')
    .select('model_used')
    .eq('user_id', userId)
    .gte('created_at', since)
    .not('model_used', 'is', null)
    .order('created_at', { ascending: false })
    .limit(1000)
    .abortSignal(signal)
    .overrideTypes<{ model_used: string }[], { merge: false }>();
  if (error) throw dataError(error);
  return [...new Set(data.map(({ model_used: model }) => model))];
}

/** Spends one AI request on nothing. */
export async function spendTestRequest(): Promise<QuotaResult> {
  const client = await supabase();
  const { data, error } = await client.rpc('spend_test_request');
  if (error) throw dataError(error);
  return data as QuotaResult;
}

/** Whether the server lets this account take back what it has used today. */
export async function mayResetUsage(userId: string, signal: AbortSignal): Promise<boolean> {
  const { mode } = await publicConfig();
  if (mode === 'development') return true;
  const client = await supabase();
  const { data, error } = await client
    .from('profiles')
    .select('is_admin')
    .eq('id', userId)
    .abortSignal(signal)
    .maybeSingle<{ is_admin: boolean }>();
  if (error) throw dataError(error);
  return data?.is_admin === true;
}

/** Of one's own account. */
export async function resetUsageToday(): Promise<void> {
  const [config, client] = await Promise.all([publicConfig(), supabase()]);
  const { data } = await client.auth.getSession();
  const headers = { apikey: config.anonKey, authorization: `Bearer ${data.session?.access_token ?? ''}` };
  let response: Response;
  try {
    response = await fetchWithTimeout('/api/admin/reset-usage', { method: 'POST', headers });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw offlineError();
  }
  if (!response.ok) throw await errorFromResponse(response);
}
