import { act } from '@testing-library/react';
import { AbortError } from 'rdc-toolkit';
import { useLoading } from 'rdc-toolkit/react';
import { createTestStore } from '../helpers/createTestStore';
import { renderIn } from './renderIn';

it('useLoading returns no error for an aborted call, whose promise still rejects', async () => {
  const seen: unknown[] = [];
  function Upload() {
    const [upload, isUploading, error] = useLoading(async (failure: Error) => {
      throw failure;
    });
    seen.push([isUploading, error?.message]);
    const fail = (failure: Error) => upload(failure).catch(caught => seen.push(caught.name));
    return (
      <>
        <button type="button" onClick={() => fail(new AbortError('POST /files', 'cancelled'))} />
        <button type="button" onClick={() => fail(new Error('no space'))} />
      </>
    );
  }
  const page = renderIn(createTestStore(), <Upload />);
  const [cancel, fail] = page.getAllByRole('button');

  await act(async () => cancel?.click());
  expect(seen.at(-1)).toEqual([false, undefined]);
  expect(seen).toContain('AbortError');

  await act(async () => fail?.click());
  expect(seen.at(-1)).toEqual([false, 'no space']);
});
