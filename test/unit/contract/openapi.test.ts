import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { allRoutes } from '#shared/contract/index.ts';
import { makeOpenApi } from '#shared/contract/openapi/openapi.ts';

describe('the OpenAPI document', () => {
  it('the OpenAPI document is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(makeOpenApi()));

    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('the OpenAPI document describes each route of the contract once', () => {
    const operationIds = Object.values(makeOpenApi().paths).flatMap((path) =>
      Object.values(path).map((operation) => (operation as { operationId: string }).operationId),
    );

    expect(operationIds.toSorted()).toEqual(allRoutes.map(([id]) => id).toSorted());
  });

  interface Operation {
    operationId: string;
    responses: Record<string, unknown>;
  }
  const operations = Object.values(makeOpenApi().paths).flatMap((path) => Object.values(path) as Operation[]);
  const responsesOf = (id: string) =>
    operations.find(({ operationId }) => operationId === id)?.responses ?? {};

  it.each([
    ['auth.user', [200, 400, 401, 403, 409, 500, 503]],
    ['auth.login', [200, 400, 401, 403, 413, 429, 500, 503]],
    ['auth.register', [201, 400, 403, 409, 413, 429, 500, 503]],
    ['users.update', [200, 400, 401, 403, 404, 409, 413, 500, 503]],
    ['users.delete', [204, 400, 401, 403, 404, 409, 500, 503]],
    ['services.create', [201, 400, 401, 403, 404, 409, 413, 422, 500, 503]],
    ['invoices.create', [201, 400, 401, 403, 404, 409, 413, 422, 500, 503]],
    ['invoices.cancel', [200, 400, 401, 403, 404, 409, 500, 503]],
    ['invoices.download', [200, 400, 401, 403, 404, 409, 500, 503]],
    ['auth.logout', [204, 400, 403, 409, 500, 503]],
    ['tickets.list', [200, 400, 401, 403, 409, 500, 503]],
    ['tickets.create', [201, 202, 400, 401, 403, 409, 413, 422, 429, 500, 503]],
    ['tickets.reply', [201, 202, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503]],
    ['tickets.close', [200, 400, 401, 403, 404, 409, 429, 500, 503]],
    ['tickets.withdraw', [204, 400, 401, 403, 404, 409, 500, 503]],
    ['tickets.attachment', [200, 303, 400, 401, 403, 404, 409, 429, 500, 503]],
  ])('the OpenAPI document lists every status of %s', (id, statuses) => {
    expect(Object.keys(responsesOf(id)).map(Number)).toEqual(statuses);
  });

  it('the OpenAPI document describes the current record of a stale edit and the Retry-After header', () => {
    expect(JSON.stringify(responsesOf('users.update')[409])).toContain('"current":{"type":"object"');
    for (const refusal of [
      responsesOf('auth.login')[429],
      responsesOf('invoices.create')[409],
      responsesOf('auth.user')[503],
    ]) {
      expect(refusal).toEqual({ $ref: '#/components/responses/RetryLater' });
    }
    expect(makeOpenApi().components.responses.RetryLater.headers).toHaveProperty('Retry-After');
  });

  it('the OpenAPI validator refuses an operation without valid responses', async () => {
    const broken = structuredClone(makeOpenApi());
    const [operation] = Object.values(Object.values(broken.paths)[0] ?? {});
    Object.assign(operation as object, { responses: 'none' });

    expect((await new Validator().validate(broken)).valid).toBe(false);
  });
});
