import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { allRoutes } from '#shared/contract/index.ts';
import { makeOpenApi } from '#shared/contract/openapi.ts';

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(makeOpenApi()));

    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('describes each route of the contract once', () => {
    const operationIds = Object.values(makeOpenApi().paths).flatMap((path) =>
      Object.values(path).map((operation) => (operation as { operationId: string }).operationId),
    );

    expect(operationIds.toSorted()).toEqual(allRoutes.map(([id]) => id).toSorted());
  });

  it('is refused by the validator when an operation loses its responses', async () => {
    const broken = structuredClone(makeOpenApi());
    const [operation] = Object.values(Object.values(broken.paths)[0] ?? {});
    Object.assign(operation as object, { responses: 'none' });

    expect((await new Validator().validate(broken)).valid).toBe(false);
  });
});
