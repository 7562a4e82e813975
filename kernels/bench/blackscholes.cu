// Prices of European options by the formula of Black and Scholes.
__device__ float normal(float d)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float poly = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float tail = 0.39894228f * __expf(-0.5f * d * d) * poly;
    return d > 0 ? 1.0f - tail : tail;
}

extern "C" __global__ void blackscholes(const float *price, const float *strike, const float *years, float *call,
                                        float *put, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float rate = 0.02f, volatility = 0.3f;
    float root = sqrtf(years[i]);
    float d1 = (__logf(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
    float d2 = d1 - volatility * root;
    float discount = __expf(-rate * years[i]);
    call[i] = price[i] * normal(d1) - strike[i] * discount * normal(d2);
    put[i] = strike[i] * discount * normal(-d2) - price[i] * normal(-d1);
}
